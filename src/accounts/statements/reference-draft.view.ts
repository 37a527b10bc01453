import type { StatedPositionView } from './reference-positions.view.js';

/** The one instrument in which a list is to say something else than the one that it begins with. */
type DraftChangeView = Readonly<{ instrument_id: number; before: number; quantity: number }>;

/** A list that somebody is about to state: what stands in it already, and why it is looked at at all, in words. */
export type ReferenceDraftView = Readonly<{
  acct_id: number | null;
  as_of: string | null;
  position: readonly StatedPositionView[];
  reason: string | null;
  change: DraftChangeView | null;
  rows: number | null;
}>;
