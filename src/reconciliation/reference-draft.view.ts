import type { StatedPositionView } from './reference-positions.view.js';

/** The instrument whose quantity the draft changes. */
type DraftChangeView = Readonly<{ instrument_id: number; before: number; quantity: number }>;

/** The prefilled form for a new list, with the reason for it as text. */
export type ReferenceDraftView = Readonly<{
  acct_id: number | null;
  as_of: string | null;
  position: readonly StatedPositionView[];
  reason: string | null;
  change: DraftChangeView | null;
  rows: number | null;
}>;
