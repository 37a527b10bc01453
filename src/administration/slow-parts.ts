import { groupDigits } from './health-figures.js';
import type { ServiceHealthView } from './service-health.view.js';

/** Traders notice batches that take longer, as long as it lasts: one disturbance is none of the problems. */
const SLOW_COMMIT_MS = 50;
/** A page or an order that takes longer feels broken. */
const SLOW_RESPONSE_MS = 1000;
/** Nothing else happens in the process meanwhile: every order and every stream is late by as much. */
const LATE_EVENT_LOOP_MS = 100;
/** The commits whose times are known. */
const LATEST = 1024;
/** Long enough to be seen by a person who looks after a complaint, short enough to be about the present. */
const RECENT_SECONDS = 300;

/** From when on the verdict names a part as slow. */
export const VERDICT_LIMITS = `Counted as problems, each for one in a hundred: commits above ${SLOW_COMMIT_MS} ms in both halves of the latest ${groupDigits(LATEST)}; requests above ${groupDigits(SLOW_RESPONSE_MS)} ms and an event loop delay above ${LATE_EVENT_LOOP_MS} ms within the last ${RECENT_SECONDS / 60} minutes.`;

type CommitTimes = NonNullable<NonNullable<ServiceHealthView['exchange']>['commits']>;

/** Why the verdict counts the time of commits or not, where it is above the limit; empty elsewhere. */
export function describeCommitVerdict({ p99_ms: recent, lasting_p99_ms: lasting }: CommitTimes): string {
  if (recent <= SLOW_COMMIT_MS) return '';
  const isAbove = `; above the limit of ${SLOW_COMMIT_MS} ms`;
  if (lasting === null) return `${isAbove}, which is applied from ${groupDigits(LATEST)} commits on`;
  return lasting > SLOW_COMMIT_MS
    ? isAbove
    : `${isAbove} in one half of the latest ${groupDigits(LATEST)} only, ${lasting} ms in the other`;
}

/**
 * What is slow now, one sentence each. `earlier` is what the curves show of the hour before and the verdict no longer counts; empty if
 * nothing was above a limit.
 */
type SlowParts = Readonly<{ now: readonly string[]; earlier: string }>;

export function findSlowParts({ exchange, history }: ServiceHealthView): SlowParts {
  const response = findMost(history.response_p99_ms, history);
  const delay = findMost(history.event_loop_p99_ms, history);
  const commit = exchange?.commits?.lasting_p99_ms ?? 0;
  return {
    now: listSlowNow({ commit, response: response.recent, delay: delay.recent }),
    earlier: describeEarlier({ response: response.earlier, delay: delay.earlier }),
  };
}

function listSlowNow({ commit, response, delay }: Readonly<Record<'commit' | 'response' | 'delay', number>>): string[] {
  return [
    commit > SLOW_COMMIT_MS &&
      `Commits are slow: one in a hundred takes more than ${commit} ms, above the limit of ${SLOW_COMMIT_MS} ms.`,
    response > SLOW_RESPONSE_MS &&
      `Requests are slow: ${formatMost(response)} for one in a hundred, above the limit of ${groupDigits(SLOW_RESPONSE_MS)} ms.`,
    delay > LATE_EVENT_LOOP_MS &&
      `The process is busy: its event loop was late by ${formatMost(delay)} in one of a hundred cases, above the limit of ${LATE_EVENT_LOOP_MS} ms.`,
  ].filter((trouble) => trouble !== false);
}

function describeEarlier({ response, delay }: Readonly<Record<'response' | 'delay', number>>): string {
  const parts = [
    response > SLOW_RESPONSE_MS && `requests took up to ${formatMs(response)}`,
    delay > LATE_EVENT_LOOP_MS && `the event loop was late by up to ${formatMs(delay)}`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? '' : ` Earlier within the hour, ${parts.join(', and ')} (p99).`;
}

const formatMs = (milliseconds: number): string => `${groupDigits(Math.round(milliseconds))} ms`;

const formatMost = (milliseconds: number): string =>
  `up to ${formatMs(milliseconds)} within the last ${RECENT_SECONDS / 60} minutes`;

type Series = readonly (number | null)[];

/** The greatest value of the last minutes, and of those before. */
function findMost(
  series: Series,
  { every_seconds: everySeconds }: ServiceHealthView['history'],
): Readonly<{ recent: number; earlier: number }> {
  const count = Math.ceil(RECENT_SECONDS / everySeconds);
  const most = (values: Series): number => Math.max(0, ...values.filter((value) => value !== null));
  return { recent: most(series.slice(-count)), earlier: most(series.slice(0, -count)) };
}
