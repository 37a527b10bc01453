/**
 * Where an event stands among all others: behind the command that brought it about, and within what that command did by its kind
 * and then by its own numbers. The place of an event can be told from the event alone, whether it has just happened or is read from
 * the tables years later, and says nothing of what else the command did to others.
 *
 * As text it is the event's id, `1234.o.77.3`: the third step of order 77, by command 1234. A bare `1234` is behind everything that
 * the commands up to 1234 did.
 */

/** In the order in which the events of one command are told: what was said, what it did to orders, what was traded, what is held now. */
export const EVENT_KINDS = ['a', 'g', 'm', 's', 'b', 'o', 'f', 'p'] as const;

/** Account, grant, money values, statement of positions, break, step of an order, fill, position. */
export type EventKind = (typeof EVENT_KINDS)[number];

/** Kinds whose events are told apart by two numbers; for the others one is enough. */
const ofTwoNumbers: ReadonlySet<EventKind> = new Set<EventKind>(['g', 'o', 'p']);

/** `kind` is null behind all that the command did. */
export type EventPlace = Readonly<{ seq: number; kind: EventKind | null; keys: readonly [number, number] }>;

/** Behind which event somebody goes on, and by which name they said so; null where they did not. */
export type LastSeenEvent = Readonly<{ place: EventPlace | null; name: string }>;

export const behindCommand = (seq: number): EventPlace => ({ seq, kind: null, keys: [0, 0] });

/** Before the first command of all. */
export const THE_BEGINNING = behindCommand(0);

export function placeText({ seq, kind, keys: [one, other] }: EventPlace): string {
  if (kind === null) return String(seq);
  return ofTwoNumbers.has(kind) ? `${seq}.${kind}.${one}.${other}` : `${seq}.${kind}.${one}`;
}

/** Null for what is no id of ours. */
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

/** Negative if the first stands before the second. */
export function comparePlaces(first: EventPlace, second: EventPlace): number {
  return (
    first.seq - second.seq ||
    rankOf(first) - rankOf(second) ||
    first.keys[0] - second.keys[0] ||
    first.keys[1] - second.keys[1]
  );
}

/**
 * The two numbers behind which, among the events of one kind that this command brought about, those begin that come after a place;
 * nothing comes behind the greatest.
 */
export function keysBehind(place: EventPlace, kind: EventKind): readonly [number, number] {
  if (place.kind === kind) return place.keys;
  return rankOf(place) < EVENT_KINDS.indexOf(kind) ? [-1, -1] : [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];
}

const rankOf = ({ kind }: EventPlace): number => (kind === null ? EVENT_KINDS.length : EVENT_KINDS.indexOf(kind));
