import type { Instrument } from '../engine/instrument.js';

/** Why an instrument takes no orders now; null if it does. `opensAt` is its next opening, if the calendar knows it. */
export type MarketPause = Readonly<{ status: Exclude<Instrument['status'], 'Open'>; opensAt: number | null }>;
