// The page without a network: everything that the page may ask for is kept when it has first been opened. With a network
// the server always has the first word, so nobody sees an old page; what it sends is kept in place of the old.
//
// The build writes the files and their fingerprint into the two constants.

const FILES = ["./"];
const VERSION = "unbuilt";

/** The types of a service worker are none of a page's. */
const worker = /** @type {any} */ (self);
const NAME = `nas-forecast ${VERSION}`;

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(filesFor(navigator.languages))));
  worker.skipWaiting();
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(takeOver());
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method === "GET" && new URL(request.url).origin === location.origin) event.respondWith(answer(request));
});

/**
 * Articles and their pictures are a file for each language: the reader's are kept beforehand, others once they are read.
 * @param {readonly string[]} languages the reader's, the favourite first
 */
function filesFor(languages) {
  const languageOf = (/** @type {string} */ file) => /^www\/guides\/(?:pictures\/[^.]*\.)?(\w\w)\b/.exec(file)?.[1];
  const there = new Set(FILES.map(languageOf));
  const own = languages.map((each) => each.slice(0, 2).toLowerCase()).find((each) => there.has(each)) ?? "en";
  return FILES.filter((file) => [undefined, own].includes(languageOf(file)));
}

async function takeOver() {
  for (const name of await caches.keys()) {
    if (name.startsWith("nas-forecast ") && name !== NAME) await caches.delete(name);
  }
  await worker.clients.claim();
}

/** @param {Request} request */
async function answer(request) {
  const cache = await caches.open(NAME);
  // A scenario in the address is the page's affair: the file is the same.
  const file = request.url.split("?")[0].replace(/index\.html$/, "");
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(file, response.clone());
    return response;
  } catch (fault) {
    const kept = await cache.match(file);
    if (kept) return kept;
    throw fault;
  }
}
