import { formatMoment } from '../exchange/wire/moment-text.js';
import type { MarketPause } from './market-pause.js';

/** Why an instrument takes no orders now. */
export type PauseView = Readonly<{ status: MarketPause['status']; opens_at: string | null }>;

/** The same for one of several instruments. */
export type InstrumentPauseView = PauseView & Readonly<{ instrument_id: number }>;

export const toPauseView = ({ status, opensAt }: MarketPause): PauseView => ({
  status,
  opens_at: opensAt === null ? null : formatMoment(opensAt),
});
