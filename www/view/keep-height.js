// A text that a slider makes longer and shorter: what stands below must not jump each time a line comes or goes.

/**
 * Keeps an element as high as it has been, until its width changes.
 * @param {HTMLElement} element
 */
export function keepHeight(element) {
  const { style } = element;
  let [width, tallest] = [0, 0];
  const observer = new ResizeObserver(([{ contentRect }]) => {
    if (contentRect.width !== width) {
      [width, tallest] = [contentRect.width, 0];
      style.minBlockSize = "";
      // Once more, now that it is as high as its text.
      observer.unobserve(element);
      observer.observe(element);
    } else if (contentRect.height > tallest) {
      tallest = contentRect.height;
      style.minBlockSize = `${tallest}px`;
    }
  });
  observer.observe(element);
}
