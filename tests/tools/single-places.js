// Takes the place of www/places.js in the single file: its pages are told apart by what stands behind the `#`.

/** @param {string} query */
export const mainPlace = (query) => `?${query}`;

/** @param {string} query */
export const cachePlace = (query) => `?${query}#cache`;
