// Headless Chromium and the built site, for page tests.

import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { serve } from "./serve.mjs";

/** The built site, by `./build.sh`. */
export const site = join(dirname(fileURLToPath(import.meta.url)), "../../dist");

/** @returns {Promise<import("playwright-core").Browser>} */
export function launchChromium() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    // No sandbox, since root can't have one; and no requests of the browser's own, which on a closed network only fail.
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

/**
 * The site served, and a browser; `close` ends both.
 * @param {Record<string, string>} [headers]
 */
export async function openSite(headers) {
  const [browser, server] = await Promise.all([launchChromium(), serve(site, 0, headers)]);
  return {
    browser,
    address: server.address,
    async close() {
      await browser.close();
      server.close();
    },
  };
}
