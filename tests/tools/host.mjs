// Somebody else's site, on another loopback port than the product: pages by name, each with its own headers.

import { once } from "node:events";
import { createServer } from "node:http";

/** @typedef {{ body: string, headers?: Record<string, string> }} HostPage */

/** @returns {Promise<{ address: string, pages: Map<string, HostPage>, close: () => void }>} */
export async function openHost() {
  /** @type {Map<string, HostPage>} */
  const pages = new Map();
  const server = createServer((request, response) => {
    const page = pages.get((request.url ?? "/").split("?")[0]);
    response.writeHead(page ? 200 : 404, { "content-type": "text/html; charset=utf-8", ...page?.headers });
    response.end(page?.body ?? "");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    address: `http://127.0.0.1:${port}/`,
    pages,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
