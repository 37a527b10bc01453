import type { Instrument } from '../engine/instrument.js';

/** Why an instrument takes no orders now; null while it does. `opensAt` is when it will, where the calendar knows. */
export type MarketPause = Readonly<{ status: Exclude<Instrument['status'], 'Open'>; opensAt: number | null }>;
