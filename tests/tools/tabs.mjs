// Tabs of one browser window, of which all but one are really hidden. Pages that Playwright opens are told that they have
// the focus and so are visible even behind others; these are opened past it.

/**
 * @typedef {object} Tab
 * @property {(expression: string) => Promise<any>} evaluate
 * @property {() => Promise<void>} show hides the others
 */

/**
 * @param {import("playwright-core").Browser} browser
 * @returns {Promise<{ open: (url: string) => Promise<Tab>, close: () => Promise<void> }>} tabs open behind the one that is shown
 */
export async function openWindow(browser) {
  const session = await browser.newBrowserCDPSession();
  const { browserContextId } = await session.send("Target.createBrowserContext");
  const tab = async (/** @type {string} */ url, background = true) => {
    const { targetId } = await session.send("Target.createTarget", { url, browserContextId, background });
    const { sessionId } = await session.send("Target.attachToTarget", { targetId, flatten: false });
    let last = 0;
    /** @type {Map<number, (answer: any) => void>} */
    const waiting = new Map();
    session.on("Target.receivedMessageFromTarget", ({ sessionId: from, message }) => {
      if (from !== sessionId) return;
      const answer = JSON.parse(message);
      waiting.get(answer.id)?.(answer);
    });
    return {
      async evaluate(/** @type {string} */ expression) {
        const id = ++last;
        const answered = new Promise((resolve) => waiting.set(id, resolve));
        const message = JSON.stringify({ id, method: "Runtime.evaluate", params: { expression, returnByValue: true, awaitPromise: true } });
        await session.send("Target.sendMessageToTarget", { sessionId, message });
        const { result, error } = await answered;
        if (error || result.exceptionDetails) throw new Error(JSON.stringify(error ?? result.exceptionDetails));
        return result.result.value;
      },
      async show() {
        await session.send("Target.activateTarget", { targetId });
      },
    };
  };
  await tab("about:blank", false);
  return {
    open: (url) => tab(url),
    async close() {
      await session.send("Target.disposeBrowserContext", { browserContextId });
    },
  };
}
