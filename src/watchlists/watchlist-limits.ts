/** Of one user: as many as fit beside each other as tabs. */
export const WATCHLISTS_MAX = 20;

/** Of one list: about as many rows as a screen shows. */
export const WATCHLIST_INSTRUMENTS_MAX = 50;

export const NAME_MAX = 80;
