/** In one question. */
export const INSTRUMENTS_MAX = 200;
/** Price levels of one side of a book. */
export const DEPTH_MAX = 1_000;
/**
 * Price levels of one side over all books of a request: beyond it a response has megabytes and delays other requests.
 */
export const QUERY_LEVELS_MAX = 20_000;
