/** Of one reader. Each instrument costs a few hundred bytes for every reader, and its values at every change. */
export const SUBSCRIPTIONS_MAX = 1_000;

/** Prices of one side of the book: deeper looks are what GET /marketdata is for. */
export const STREAM_LEVELS_DEFAULT = 10;
export const STREAM_LEVELS_MAX = 100;

/** Messages a second; ten seconds' worth may come at once. A stream that sends more is closed. */
export const MESSAGES_PER_SECOND = 50;

/**
 * What may be asked for, in items: of a stream, and of all streams of a user together. A value is an item; a side's depth weighs one more for
 * every ten prices, which is what it costs to show. A stream can be shown everything that it may have at once, and that again later.
 */
export const ITEMS_OF_STREAM = { capacity: 60_000, perSecond: 3_000 };
export const ITEMS_OF_USER = { capacity: 400_000, perSecond: 10_000 };

/** What is shown of a subscription before others have their turn: some milliseconds' worth. */
export const ITEMS_AT_ONCE = 300;

/** What may wait for one reader in this process; beyond it they get the newest values later. */
export const BACKLOG_BYTES = 262_144;
