import type { ServerResponse } from 'node:http';
import type { EndReason } from '../access/stream-lease.js';
import type { Outlet } from './event-reader.js';

/** How soon a client comes back that was cut off. */
export const OPENING = 'retry: 1000\n\n';

const lastWord = (code: string, detail: string): string => `event: end\ndata: ${JSON.stringify({ code, detail })}\n\n`;

export const FAREWELL = lastWord('service_stopping', 'The service is stopping; come back with the last id.');

export const dismissals: Readonly<Record<EndReason, string>> = {
  expired: lastWord('token_expired', 'The credentials have expired; come back with new ones and the last id.'),
  revoked: lastWord('token_revoked', 'The credentials were taken away.'),
};

const NOTHING_LEFT = lastWord(
  'access_taken',
  'No account is left of those that were asked for: the last of them was taken away.',
);

/** The way to a reader over an open answer. When nothing has left for so long, nobody reads: whoever it was comes back to where they were. */
export function outletTo(raw: ServerResponse, patienceMs: number): Outlet {
  return {
    write: (text) => raw.write(text),
    waiting: () => raw.writableLength,
    end: () => raw.end(NOTHING_LEFT),
    drained: () => (raw.writableNeedDrain ? untilDrained(raw, patienceMs) : Promise.resolve(!raw.destroyed)),
  };
}

function untilDrained(raw: ServerResponse, patienceMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const done = (isDrained: boolean): void => {
      clearTimeout(late);
      raw.off('drain', drained).off('close', gone);
      resolve(isDrained);
    };
    const drained = (): void => done(true);
    const gone = (): void => done(false);
    const late = setTimeout(() => {
      raw.destroy();
      done(false);
    }, patienceMs);
    raw.on('drain', drained).on('close', gone);
  });
}
