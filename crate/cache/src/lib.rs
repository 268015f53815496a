//! nas-forecast: cache.
