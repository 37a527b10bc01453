import type { BreakClosing } from './break-closings.service.js';
import type { BreakSides } from './break-sides.service.js';

/** How a break was closed. */
export type BreakClosingView = Readonly<{
  /** The list of reference positions that closed the break, posted or uploaded. Null while it is open. */
  closed_list_id: number | null;
  /** The user who posted that list. Null is the system, or an open break. */
  closed_by: number | null;
}>;

export const toClosingView = (closing: BreakClosing | undefined): BreakClosingView => ({
  closed_list_id: closing?.listId ?? null,
  closed_by: closing?.userId ?? null,
});

/** The step that closed the break for good. */
export function findClosing({ status }: BreakSides['broken'], steps: BreakSides['steps']): BreakClosing | undefined {
  const step = status === 'Closed' ? steps.findLast(({ happened }) => happened === 'Closed') : undefined;
  return step && { listId: step.seq, userId: step.by };
}
