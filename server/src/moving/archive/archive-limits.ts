export const MAX_ENTRIES = 5_000_000;
/** In UTF-16 units. */
export const MAX_NAME_LENGTH = 1024;
/** Of all names together, in UTF-16 units: they stay in memory. */
export const MAX_NAMES_LENGTH = 200 * 2 ** 20;
/** V8 parses no text above 512 MiB. */
export const MAX_JSON_BYTES = 256 * 2 ** 20;
/** Deflate packs at most 1,032 times, and no export comes near it. */
export const MAX_RATIO = 1000;
/** Small entries of one repeated letter are no attack. */
export const MIN_RATIO_BYTES = 2 ** 20;
