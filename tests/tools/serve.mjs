// A static web server on loopback: `node serve.mjs FOLDER [PORT]`, or `serve(folder)` from a test.

import { once } from "node:events";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import sirv from "sirv";

/**
 * @param {string} folder
 * @param {number} [port] 0: any free one
 * @param {Record<string, string>} [headers] sent with every file
 * @param {(path: string) => void} [asked] is told every path that a browser asks for
 * @returns {Promise<{ address: string, close: () => void }>}
 */
export async function serve(folder, port = 0, headers = {}, asked = () => {}) {
  // `dev` reads every file anew, so that a rebuild shows without a restart.
  const answer = sirv(folder, {
    dev: true,
    setHeaders: (response) => {
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    },
  });
  const server = createServer((request, response) => {
    asked(request.url ?? "");
    answer(request, response, () => {
      response.statusCode = 404;
      response.end("Not found\n");
    });
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const { port: taken } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    address: `http://127.0.0.1:${taken}/`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, port = "8080"] = process.argv.slice(2);
  try {
    const { address } = await serve(folder, Number(port));
    console.log(`nas-forecast: ${address}`);
  } catch (error) {
    console.error(`can't serve on port ${port} (PORT chooses another): ${/** @type {Error} */ (error).message}`);
    process.exitCode = 1;
  }
}
