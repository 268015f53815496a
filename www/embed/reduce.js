// An embed that names tasks in `show` has only their rows: one question, one answer.

import { TASKS } from "../tasks.js";

/**
 * Takes rows, and groups without rows, out of the page.
 * @param {string[] | null} show
 */
export function keepTasks(show) {
  const kept = TASKS.filter((id) => show?.includes(id));
  if (kept.length === 0) return;
  for (const id of TASKS) if (!kept.includes(id)) document.getElementById(`task-${id}`)?.setAttribute("hidden", "");
  for (const group of document.querySelectorAll(".results .group")) group.toggleAttribute("hidden", !group.querySelector(".row:not([hidden])"));
}
