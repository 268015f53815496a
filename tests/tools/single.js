// Starts the single file: the page that stands behind the `#` of the address.

const page = location.hash;
void (page === "#cache" ? import("../../www/cache/app.js") : import("../../www/app.js"));
addEventListener("hashchange", () => location.reload());
