/** Of one user, in any state. */
export const ALERTS_MAX = 200;

export const NOTE_MAX = 200;

/** A repeating alert triggers once in this time at most, however often the price crosses it. */
export const REPEAT_PAUSE_MS = 60_000;

export const ALERT_KINDS = ['Price', 'Fill'] as const;
export const ALERT_STATES = ['Active', 'Triggered', 'Cancelled'] as const;
/** The sides of the market of `GET /marketdata` that have a price to wait for. */
export const ALERT_SIDES = ['Last', 'Buy', 'Sell'] as const;
export const ALERT_DIRECTIONS = ['Above', 'Below'] as const;

export type AlertKind = (typeof ALERT_KINDS)[number];
export type AlertState = (typeof ALERT_STATES)[number];
export type AlertSide = (typeof ALERT_SIDES)[number];
export type AlertDirection = (typeof ALERT_DIRECTIONS)[number];

/** What an alert waits for: the price of an instrument, or a fill on an account of the user. */
export type AlertTerms = Readonly<{
  kind: AlertKind;
  /** Of a fill alert, null is any. */
  instrumentId: number | null;
  /** Null is every account that the user owns or was granted. A price alert has none. */
  acctId: number | null;
  side: AlertSide | null;
  direction: AlertDirection | null;
  price: string | null;
  note: string;
  repeat: boolean;
}>;

/** The market of an instrument as decimal texts; null where there is no price. */
export type AlertMarket = Readonly<{ instrumentId: number } & Record<AlertSide, string | null>>;
