/** In one question. */
export const INSTRUMENTS_MAX = 200;
/** Prices of one side of one book. */
export const DEPTH_MAX = 1_000;
/** Prices of one side, of all the books of a question: beyond it an answer has megabytes, and everybody else waits for it. */
export const QUERY_LEVELS_MAX = 20_000;
