// What bundle.mjs makes of the imports of inline-assets.js.
declare module "inline:*.wasm" {
  const bytes: Uint8Array<ArrayBuffer>;
  export default bytes;
}
declare module "inline:*.js" {
  const text: string;
  export default text;
}
