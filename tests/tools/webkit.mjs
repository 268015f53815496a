// WebKitGTK by its own driver, which speaks W3C WebDriver: just the few commands that a short flow needs.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** Where Debian and Ubuntu put them. */
const DRIVER = process.env.WEBKIT_DRIVER ?? "WebKitWebDriver";

/** @returns {Promise<import("./browsers.mjs").Driven>} */
export async function launchWebKit() {
  const port = await freePort();
  // The browser wants a screen: a virtual one.
  const driver = spawn("xvfb-run", ["--auto-servernum", DRIVER, `--port=${port}`], {
    stdio: "ignore",
    detached: true,
    // As root there is no sandbox to be had, and no graphics card to be found.
    env: { ...process.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1", WEBKIT_DISABLE_COMPOSITING_MODE: "1", LIBGL_ALWAYS_SOFTWARE: "1" },
  });
  const root = `http://127.0.0.1:${port}`;
  /** @param {string} method @param {string} path @param {unknown} [body] @returns {Promise<any>} */
  const command = async (method, path, body) => {
    const response = await fetch(root + path, { method, ...(body ? { body: JSON.stringify(body), headers: { "content-type": "application/json" } } : {}) });
    const { value } = /** @type {{value: any}} */ (await response.json());
    if (!response.ok) throw new Error(`${path}: ${value?.error}: ${value?.message}`);
    return value;
  };
  const end = () => void (driver.pid && process.kill(-driver.pid));
  try {
    const { sessionId } = await whenUp(() => command("POST", "/session", { capabilities: { alwaysMatch: { "webkitgtk:browserOptions": { args: ["--automation"] } } } }));
    const session = `/session/${sessionId}`;
    await command("POST", `${session}/timeouts`, { script: 180_000, pageLoad: 180_000 });
    return {
      goto: (url) => command("POST", `${session}/url`, { url }),
      evaluate: (expression) => command("POST", `${session}/execute/sync`, { script: `return ${expression}`, args: [] }),
      async choose(input, path) {
        const [element] = Object.values(await command("POST", `${session}/element`, { using: "css selector", value: input }));
        await command("POST", `${session}/element/${element}/value`, { text: path });
      },
      async close() {
        await command("DELETE", session).catch(() => {});
        end();
      },
    };
  } catch (fault) {
    end();
    throw fault;
  }
}

/**
 * The driver takes a moment to listen.
 * @template Result
 * @param {() => Promise<Result>} call
 * @returns {Promise<Result>}
 */
async function whenUp(call) {
  for (let tries = 0; ; tries++) {
    try {
      return await call();
    } catch (fault) {
      if (!(fault instanceof TypeError) || tries > 150) throw fault;
      await pause(200);
    }
  }
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  server.close();
  await once(server, "close");
  return port;
}
