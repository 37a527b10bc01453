import { type BreakClosing, isAcceptance } from './break-closings.service.js';
import type { BreakSides } from './break-sides.service.js';

type Broken = BreakSides['broken'];

/** How a break was closed. */
export type BreakClosingView = Readonly<{
  /** How the break was closed: a list agreed with the books, or an administrator accepted the figure of the back office. Null while it is open. */
  resolution: 'Agreed' | 'Accepted' | null;
  /** The list of reference positions that closed the break, posted or uploaded. Null while it is open, and where the figure was accepted. */
  closed_list_id: number | null;
  /** The user who posted that list, or who accepted the figure. Null is the system, or an open break. */
  closed_by: number | null;
}>;

export const toResolution = (broken: Pick<Broken, 'status' | 'difference'>): BreakClosingView['resolution'] =>
  broken.status === 'Open' ? null : isAcceptance(broken) ? 'Accepted' : 'Agreed';

export const toClosingView = (broken: Broken, closing: BreakClosing | undefined): BreakClosingView => ({
  resolution: toResolution(broken),
  closed_list_id: closing?.listId ?? null,
  closed_by: closing?.userId ?? null,
});

/** The step that closed the break for good. */
export function findClosing({ status }: Broken, steps: BreakSides['steps']): BreakClosing | undefined {
  const step = status === 'Closed' ? steps.findLast(({ row }) => row.status === 'Closed') : undefined;
  return step && { listId: step.happened === 'Accepted' ? null : step.seq, userId: step.by };
}
