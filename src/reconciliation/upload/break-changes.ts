import type { EngineEvent } from '../../engine/event.js';

/** The numbers of breaks that a statement opens, changes and closes. */
export type BreakChanges = Readonly<{ opened: number; changed: number; closed: number }>;

/** Those of the list itself, and of the list of a later date that is compared with it from then on. */
export type BreakChangesByList = Readonly<{ own: BreakChanges; later: BreakChanges }>;

const isBreakEvent = (
  event: EngineEvent,
): event is Extract<EngineEvent, { type: 'BreakOpened' | 'BreakChanged' | 'BreakClosed' }> =>
  event.type === 'BreakOpened' || event.type === 'BreakChanged' || event.type === 'BreakClosed';

export function countBreakChanges(events: readonly EngineEvent[]): BreakChanges {
  const count = (type: EngineEvent['type']): number => events.filter((event) => event.type === type).length;
  return { opened: count('BreakOpened'), changed: count('BreakChanged'), closed: count('BreakClosed') };
}

export function countBreakChangesByList(asOf: string, events: readonly EngineEvent[]): BreakChangesByList {
  const changes = events.filter(isBreakEvent);
  return {
    own: countBreakChanges(changes.filter(({ row }) => row.asOf === asOf)),
    later: countBreakChanges(changes.filter(({ row }) => row.asOf !== asOf)),
  };
}
