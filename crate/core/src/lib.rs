//! nas-forecast: core.
