import type { AccountEvent, EventType } from '../../src/events/account-event.js';
import { EventLogService } from '../../src/events/event-log.service.js';
import { comparePlaces, createPlaceAfter, placeFrom, THE_BEGINNING } from '../../src/events/event-place.js';
import type { TestApp } from './test-app.js';

/** An event as a user who reads it has it. */
export type LoggedEvent = Readonly<{ id: string; acctId: number; type: string; time: number; text: string }>;

const toLoggedEvent = ({ id, acctId, type, time, text }: AccountEvent): LoggedEvent => ({
  id,
  acctId,
  type,
  time,
  text,
});

type Choice = Readonly<{
  after?: string;
  acctIds?: readonly number[] | 'all';
  types?: readonly string[] | null;
  limit?: number;
}>;

/** What a test app keeps of its events, and what it tells as they happen. */
export function eventLog(testApp: Pick<TestApp, 'app'>) {
  const log = testApp.app.get(EventLogService, { strict: false });
  return {
    log,
    /** Everything that is published from now on. */
    listen(): LoggedEvent[] {
      const heard: LoggedEvent[] = [];
      log.subscribe((events) => heard.push(...events.map(toLoggedEvent)));
      return heard;
    },
    lastSeq: () => log.findLastSeq(),
    async read({ after = '0', acctIds = 'all', types = null, limit = 1_000_000 }: Choice = {}): Promise<LoggedEvent[]> {
      const chosen = types === null ? null : (new Set(types) as Set<EventType>);
      const upTo = await log.findLastSeq();
      return readAll(log, { after: placeFrom(after) ?? THE_BEGINNING, upTo, acctIds, types: chosen, limit });
    },
  };
}

/** The service reads a range of commands at a time. */
async function readAll(
  log: EventLogService,
  window: Parameters<EventLogService['readSome']>[0],
): Promise<LoggedEvent[]> {
  const events: LoggedEvent[] = [];
  for (let { after } = window; ;) {
    const found = await log.readSome({ ...window, after, limit: window.limit - events.length });
    events.push(...found.events.map(toLoggedEvent));
    after = found.reached;
    if (events.length >= window.limit || comparePlaces(after, createPlaceAfter(window.upTo)) >= 0) return events;
  }
}
