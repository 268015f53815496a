// Starts the page: as modules or, where modules can't start, as one classic script that holds everything.
//
// Module scripts, `fetch` and worker files obey CORS. In an iframe with sandbox="allow-scripts" the page's origin is the
// string "null", which an ordinary web server allows nothing, and opened from disk it is "null" too. Classic scripts are
// free of that; `www/classic.js` is the build's bundle of the same modules. Another page names its own two files.
(() => {
  const boot = /** @type {HTMLScriptElement} */ (document.currentScript);
  const script = document.createElement("script");
  if (self.origin === "null") {
    script.src = new URL(boot.dataset.classic ?? "classic.js", boot.src).href;
  } else {
    script.type = "module";
    script.src = new URL(boot.dataset.app ?? "app.js", boot.src).href;
    if (!boot.dataset.app) preloadEngine();
  }
  document.head.append(script);

  /** The engine is most of what the calculator has to load: on its way before anybody asks for it. */
  function preloadEngine() {
    const engine = document.createElement("link");
    Object.assign(engine, { rel: "preload", as: "fetch", crossOrigin: "anonymous", href: new URL("wasm/nas_forecast_web_bg.wasm", boot.src).href });
    document.head.append(engine);
  }
})();
