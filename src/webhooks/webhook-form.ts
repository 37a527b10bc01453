import { EVENT_TYPES, type EventType } from '../events/account-event.js';
import { InvalidRequestError } from '../http/invalid-request-error.js';
import { parseId } from '../http/wire-values.js';
import { ACCOUNTS_MAX } from './webhook-limits.js';

/** The choices for the overlap of a replaced secret, in seconds. */
export type SigningOverlap = '0' | '3600' | '86400' | '604800';

/** The choices for how far back failed deliveries are sent again. */
export type ReplaySpan = 'hour' | 'day' | 'week' | 'all';

const HOUR_MS = 3_600_000;
const spans: Readonly<Record<ReplaySpan, number>> = {
  hour: HOUR_MS,
  day: 24 * HOUR_MS,
  week: 168 * HOUR_MS,
  all: Infinity,
};

export const toTimeBefore = (now: number, span: ReplaySpan): Date => new Date(Math.max(0, now - spans[span]));

/** One word per line, or several separated by commas or spaces. */
const splitWords = (text: string): string[] => [...new Set(text.split(/[\s,]+/).filter((word) => word !== ''))];

/** Null, which is all, for an empty field. */
export function parseEventTypes(text: string): EventType[] | null {
  const typed = splitWords(text);
  const unknown = typed.find((word) => !(EVENT_TYPES as readonly string[]).includes(word));
  if (unknown !== undefined)
    throw new InvalidRequestError([
      { pointer: '/event_types', message: `event_types must be types of events: ${EVENT_TYPES.join(', ')}` },
    ]);
  return typed.length === 0 ? null : (typed as EventType[]);
}

export function parseAccountIds(text: string): number[] | null {
  const ids = splitWords(text).map(parseId);
  const known = ids.filter((id) => id !== null);
  if (known.length < ids.length || ids.length > ACCOUNTS_MAX)
    throw new InvalidRequestError([
      { pointer: '/acct_ids', message: `acct_ids must be numbers of accounts, ${ACCOUNTS_MAX} at most` },
    ]);
  return known.length === 0 ? null : known;
}
