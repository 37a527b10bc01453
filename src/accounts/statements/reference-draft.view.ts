import type { StatedPositionView } from './reference-positions.view.js';

/** A list that somebody is about to state: what stands in it already, and why it is looked at at all, in words. */
export type ReferenceDraftView = Readonly<{ acct_id: number | null; as_of: string | null; position: readonly StatedPositionView[]; reason: string | null; rows: number | null }>;
