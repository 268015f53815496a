// Where the pages are, seen from each other. The single file, which is all of them, has another version of this module.

/** The calculator, from another page. @param {string} query */
export const mainPlace = (query) => `../../index.html?${query}`;

/** The cache laboratory, from the calculator. @param {string} query */
export const cachePlace = (query) => `www/cache/index.html?${query}`;
