//! nas-forecast in the browser.
