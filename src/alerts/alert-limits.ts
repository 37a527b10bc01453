/** Of one user, in any state. */
export const ALERTS_MAX = 200;

export const NOTE_MAX = 200;

/** A repeating alert triggers once in this time at most, however often the price crosses it. */
export const REPEAT_PAUSE_MS = 60_000;
