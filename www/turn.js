// Between two pieces of work: the browser draws and hears.

/** Lets whatever waits have its turn. */
export function nextTask() {
  return new Promise((resolve) => setTimeout(resolve));
}

/** What is out of sight is never drawn: nobody waits for it longer than this. */
const LONGEST_FRAME_MS = 60;

/** Until what was changed is laid out and drawn. Layouts in pieces hold nobody up; one of everything does. */
export function nextFrame() {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, LONGEST_FRAME_MS);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      setTimeout(resolve);
    });
  });
}
