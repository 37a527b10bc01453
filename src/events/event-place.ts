/**
 * The place of an event in the order of all events: first by its command, then by its kind, then by its own numbers. The place
 * follows from the event alone, for a new event and for the same event read from the tables years later. It reveals nothing about
 * events of the same command in other accounts.
 *
 * As text the place is the event id: `1234.o.77.3` is revision 3 of order 77, by command 1234. A bare `1234` is the place after all
 * events of the commands up to 1234.
 */

/** In the order of publishing within one command: statements, order events, fills, positions. */
export const EVENT_KINDS = ['a', 'g', 'm', 's', 'b', 'o', 'f', 'p'] as const;

/** Account, grant, money values, reference positions, break, order event, fill, position. */
export type EventKind = (typeof EVENT_KINDS)[number];

/** Kinds whose ids have two numbers; the others have one. */
const ofTwoNumbers: ReadonlySet<EventKind> = new Set<EventKind>(['g', 'o', 'p']);

/** A null `kind` is the place after all events of the command. */
export type EventPlace = Readonly<{ seq: number; kind: EventKind | null; keys: readonly [number, number] }>;

/** The last event of the caller, and the name of the header or parameter that has it; null without one. */
export type LastSeenEvent = Readonly<{ place: EventPlace | null; name: string }>;

export const createPlaceAfter = (seq: number): EventPlace => ({ seq, kind: null, keys: [0, 0] });

/** Before the first command of all. */
export const THE_BEGINNING = createPlaceAfter(0);

export function placeText({ seq, kind, keys: [one, other] }: EventPlace): string {
  if (kind === null) return String(seq);
  return ofTwoNumbers.has(kind) ? `${seq}.${kind}.${one}.${other}` : `${seq}.${kind}.${one}`;
}

/** Null for an invalid id. */
export function placeFrom(text: string): EventPlace | null {
  const [, seq, kind, one, other] = /^(\d{1,16})(?:\.([agmsbofp])\.(\d{1,16})(?:\.(\d{1,16}))?)?$/.exec(text) ?? [];
  if (seq === undefined) return null;
  const place: EventPlace = {
    seq: Number(seq),
    kind: (kind ?? null) as EventKind | null,
    keys: [Number(one ?? 0), Number(other ?? 0)],
  };
  const isCounted = [place.seq, ...place.keys].every(Number.isSafeInteger);
  return isCounted && placeText(place) === text ? place : null;
}

/** Negative if the first place comes before the second. */
export function comparePlaces(first: EventPlace, second: EventPlace): number {
  return (
    first.seq - second.seq ||
    findRank(first) - findRank(second) ||
    first.keys[0] - second.keys[0] ||
    first.keys[1] - second.keys[1]
  );
}

/**
 * The key after which the events of one kind of this command come after a place. For a kind that comes before the place, it is the
 * greatest key, after which there are no events.
 */
export function listKeysAfter(place: EventPlace, kind: EventKind): readonly [number, number] {
  if (place.kind === kind) return place.keys;
  return findRank(place) < EVENT_KINDS.indexOf(kind) ? [-1, -1] : [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];
}

const findRank = ({ kind }: EventPlace): number => (kind === null ? EVENT_KINDS.length : EVENT_KINDS.indexOf(kind));
