/** Instruments per subscriber. Each costs a few hundred bytes per subscriber, and its values at every change. */
export const SUBSCRIPTIONS_MAX = 1_000;

/** Price levels per side; GET /marketdata returns deeper books. */
export const STREAM_LEVELS_DEFAULT = 10;
export const STREAM_LEVELS_MAX = 100;

/** Messages per second; the capacity is ten seconds' worth. A stream that sends more is closed. */
export const MESSAGES_PER_SECOND = 50;

/**
 * The budget in items: per stream, and over all streams of a user. A value is an item; the depth of a side costs one
 * more per ten prices, its cost of sending. A stream can receive its whole subscription at once, and again later.
 */
export const ITEMS_OF_STREAM = { capacity: 60_000, perSecond: 3_000 };
export const ITEMS_OF_USER = { capacity: 400_000, perSecond: 10_000 };

/** The portion of a snapshot that is sent before yielding: some milliseconds' worth. */
export const ITEMS_AT_ONCE = 300;
