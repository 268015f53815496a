// The browsers beside Chromium, each driven by what it comes with.

export { launchFirefox } from "./firefox.mjs";
export { launchWebKit } from "./webkit.mjs";

/**
 * @typedef {object} Driven
 * @property {(url: string) => Promise<unknown>} goto
 * @property {(expression: string) => Promise<any>} evaluate a JavaScript expression on the page; its value as JSON
 * @property {(input: string, path: string) => Promise<unknown>} choose a file of this disk in the file input of a selector
 * @property {() => Promise<void>} close
 */
