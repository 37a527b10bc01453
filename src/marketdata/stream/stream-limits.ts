/** Of one reader. Each instrument costs a few hundred bytes for every reader, and its values at every change. */
export const SUBSCRIPTIONS_MAX = 1_000;

/** Prices of one side of the book: deeper looks are what GET /marketdata is for. */
export const LEVELS_USUAL = 10;
export const LEVELS_MAX = 100;

/** Messages a second, of which ten seconds' worth may come at once. Whoever says more is closed. */
export const MESSAGES_PER_SECOND = 50;

/** What may wait for one reader in this process; beyond it they get the newest values later. */
export const BACKLOG_BYTES = 262_144;
