// Starts the page: as modules or, where modules can't start, as one classic script that holds everything.
//
// Module scripts, `fetch` and worker files obey CORS. In an iframe with sandbox="allow-scripts" the page's origin is the
// string "null", which an ordinary web server allows nothing, and opened from disk it is "null" too. Classic scripts are
// free of that; `www/classic.js` is the build's bundle of the same modules.
(() => {
  const boot = /** @type {HTMLScriptElement} */ (document.currentScript);
  const script = document.createElement("script");
  if (self.origin === "null") {
    script.src = new URL("classic.js", boot.src).href;
  } else {
    script.type = "module";
    script.src = new URL("app.js", boot.src).href;
    // The engine is most of what has to be loaded: on its way before anybody asks for it.
    const engine = document.createElement("link");
    Object.assign(engine, { rel: "preload", as: "fetch", crossOrigin: "anonymous", href: new URL("wasm/nas_forecast_web_bg.wasm", boot.src).href });
    document.head.append(engine);
  }
  document.head.append(script);
})();
