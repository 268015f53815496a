// A scenario document as the page keeps it: sparse, holding only a preset here and what the reader changed there.
// Paths are the ones of the scenario format ("network.link_gbit"); documents are never changed in place, so an old
// one can stay on the undo stack.

/** @typedef {{[key: string]: any}} Doc */

/** @param {unknown} value @returns {value is Doc} */
export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * @param {Doc | null | undefined} doc
 * @param {string} path
 * @returns {any} undefined where the document says nothing
 */
export function get(doc, path) {
  /** @type {any} */
  let at = doc;
  for (const key of path.split(".")) {
    if (!isObject(at) || !Object.hasOwn(at, key)) return undefined;
    at = at[key];
  }
  return at;
}

/**
 * A copy with one value set; undefined takes it out, along with sections that become empty.
 * @param {Doc} doc
 * @param {string} path
 * @param {any} value
 * @returns {Doc}
 */
export function set(doc, path, value) {
  const [key, ...rest] = path.split(".");
  const copy = { ...doc };
  if (rest.length === 0) {
    if (value === undefined) delete copy[key];
    else define(copy, key, value);
    return copy;
  }
  const inner = set(isObject(doc[key]) ? doc[key] : {}, rest.join("."), value);
  if (value === undefined && Object.keys(inner).length === 0) delete copy[key];
  else define(copy, key, inner);
  return copy;
}

/**
 * Own property even for a name like `__proto__`, which plain assignment would take as the prototype.
 * @param {Doc} doc
 * @param {string} key
 * @param {any} value
 */
function define(doc, key, value) {
  Object.defineProperty(doc, key, { value, writable: true, enumerable: true, configurable: true });
}

/**
 * RFC 7396 merge patch: null takes a field out.
 * @param {Doc} doc
 * @param {Doc} patch
 * @returns {Doc}
 */
export function mergePatch(doc, patch) {
  return Object.entries(patch).reduce((result, [key, value]) => {
    const kept = isObject(doc[key]) ? doc[key] : {};
    return set(result, key, value === null ? undefined : isObject(value) ? mergePatch(kept, value) : value);
  }, doc);
}

/**
 * Every value of a document with its path, in document order. Arrays and empty objects count as one value.
 * @param {Doc} doc
 * @param {string} [prefix]
 * @returns {[string, any][]}
 */
export function leaves(doc, prefix = "") {
  return Object.entries(doc).flatMap(([key, value]) => {
    const path = prefix + key;
    return isObject(value) && Object.keys(value).length > 0
      ? leaves(value, `${path}.`)
      : /** @type {[string, any][]} */ ([[path, value]]);
  });
}

/** @param {any} a @param {any} b @returns {boolean} */
export function same(a, b) {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((value, index) => same(value, b[index]));
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key]));
}
