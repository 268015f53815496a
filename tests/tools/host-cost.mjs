// What embeds cost the page that holds them: processor time of its main thread, which the frames, being of another site,
// don't share. Left out is what other processes do: the frames' own, where the forecast is made, and the browser's.

import { openHost } from "./host.mjs";

/** Seconds that Chromium says the thread has worked; the tasks hold the others, and painting besides. */
const PARTS = ["ScriptDuration", "RecalcStyleDuration", "LayoutDuration", "TaskDuration"];

/**
 * @param {import("playwright-core").Browser} browser
 * @param {string} product address of the built site, on 127.0.0.1
 * @param {string} markup of an embed
 * @param {number} count how many, one below the other
 * @returns {Promise<{ script: number, style: number, layout: number, tasks: number }>} milliseconds for each embed, from its insertion to its forecast
 */
export async function hostCost(browser, product, markup, count) {
  const host = await openHost();
  // Another name is another site to the browser, and gets another process; another port alone doesn't.
  const address = host.address.replace("127.0.0.1", "localhost");
  host.pages.set("/", { body: `<!doctype html><link rel="icon" href="data:,"><script type="module" src="${product}www/embed.js"></script><p>An article</p>` });
  const page = await browser.newPage({ viewport: { width: 900, height: 900 } });
  try {
    await page.goto(address);
    await page.waitForFunction(() => customElements.get("nas-forecast"));
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    const worked = async () => {
      const { metrics } = await session.send("Performance.getMetrics");
      return PARTS.map((name) => (metrics.find((each) => each.name === name)?.value ?? 0) * 1000);
    };
    const before = await worked();
    await page.evaluate(
      ({ markup, count }) => {
        const all = document.createElement("div");
        all.innerHTML = markup.repeat(count);
        document.body.append(all);
        // Each loads when it comes near, as for a reader who scrolls: the next when the last has told its forecast.
        return new Promise((resolve) => {
          let told = 0;
          const show = () => (told < count ? all.children[told].scrollIntoView() : resolve(undefined));
          // Behind the element's own listener, which takes the message apart.
          addEventListener("message", ({ data }) => {
            if (data.type !== "nas-forecast:report") return;
            told++;
            setTimeout(show, 250);
          });
          show();
        });
      },
      { markup, count },
    );
    const after = await worked();
    const { targetInfos } = await (await browser.newBrowserCDPSession()).send("Target.getTargets");
    const apart = targetInfos.filter(({ type, url }) => type === "iframe" && url.startsWith(product)).length;
    if (apart !== count) throw new Error(`${apart} of ${count} frames are in a process of their own: the others' work would count as the host's`);
    const [script, style, layout, tasks] = after.map((time, index) => (time - before[index]) / count);
    return { script, style, layout, tasks };
  } finally {
    await page.close();
    host.close();
  }
}
