// Firefox by WebDriver BiDi, which it speaks by itself: just the few commands that a short flow needs.

import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import WebSocket from "ws";

const FIREFOX = process.env.FIREFOX ?? "firefox-esr";

/** It asks the network for nothing of its own. */
const QUIET = {
  "app.update.auto": false,
  "browser.newtabpage.enabled": false,
  "browser.region.network.url": "",
  "datareporting.policy.dataSubmissionEnabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "services.settings.server": "data:,",
  "toolkit.telemetry.enabled": false,
  "intl.accept_languages": "en-US",
};

/** @returns {Promise<import("./browsers.mjs").Driven>} */
export async function launchFirefox() {
  const profile = await mkdtemp(join(tmpdir(), "nas-forecast-firefox-"));
  const settings = Object.entries(QUIET).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`);
  await writeFile(join(profile, "user.js"), settings.join(""));
  const browser = spawn(FIREFOX, ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"], { stdio: ["ignore", "ignore", "pipe"] });
  const gone = new Promise((resolve) => browser.once("exit", resolve));
  const end = async () => {
    browser.kill();
    await gone;
    await rm(profile, { recursive: true, force: true });
  };
  try {
    const address = await addressOf(browser);
    const command = await connect(`${address}/session`);
    await command("session.new", { capabilities: {} });
    const { context } = await command("browsingContext.create", { type: "tab" });
    return {
      goto: (url) => command("browsingContext.navigate", { context, url, wait: "complete" }),
      async evaluate(expression) {
        const { type, result, exceptionDetails } = await command("script.evaluate", { expression: `JSON.stringify(${expression})`, target: { context }, awaitPromise: true });
        if (type === "exception") throw new Error(exceptionDetails.text);
        return result.value === undefined ? undefined : JSON.parse(result.value);
      },
      async choose(input, path) {
        const { nodes } = await command("browsingContext.locateNodes", { context, locator: { type: "css", value: input } });
        await command("input.setFiles", { context, element: { sharedId: nodes[0].sharedId }, files: [path] });
      },
      close: end,
    };
  } catch (fault) {
    await end();
    throw fault;
  }
}

/**
 * Firefox says on its error output where it listens.
 * @param {import("node:child_process").ChildProcessByStdio<null, null, import("node:stream").Readable>} browser
 * @returns {Promise<string>}
 */
function addressOf(browser) {
  return new Promise((resolve, reject) => {
    let said = "";
    browser.stderr.setEncoding("utf8").on("data", (text) => {
      said += text;
      const found = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(said);
      if (found) resolve(found[1]);
    });
    browser.once("error", reject);
    browser.once("exit", (code) => reject(new Error(`Firefox ended with ${code}: ${said}`)));
  });
}

/**
 * @param {string} address
 * @returns {Promise<(method: string, params: unknown) => Promise<any>>}
 */
async function connect(address) {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  /** @type {Map<number, {resolve: (value: any) => void, reject: (fault: Error) => void}>} */
  const waiting = new Map();
  let last = 0;
  socket.on("message", (data) => {
    const { id, result, error, message } = JSON.parse(String(data));
    const call = waiting.get(id);
    waiting.delete(id);
    if (error) call?.reject(new Error(`${error}: ${message}`));
    else call?.resolve(result);
  });
  return (method, params) =>
    new Promise((resolve, reject) => {
      waiting.set(++last, { resolve, reject });
      socket.send(JSON.stringify({ id: last, method, params }));
    });
}
