import type { ServerResponse } from 'node:http';
import type { EndReason } from '../access/stream-lease.js';
import type { Outlet } from './event-reader.js';

/** The reconnection delay for clients. */
export const OPENING = 'retry: 1000\n\n';

const lastWord = (code: string, detail: string): string => `event: end\ndata: ${JSON.stringify({ code, detail })}\n\n`;

export const FAREWELL = lastWord('service_stopping', 'The service is stopping. Reconnect with the last event id.');

export const dismissals: Readonly<Record<EndReason, string>> = {
  expired: lastWord(
    'token_expired',
    'The credentials have expired. Reconnect with new credentials and the last event id.',
  ),
  revoked: lastWord('token_revoked', 'The credentials were revoked.'),
};

const NOTHING_LEFT = lastWord('access_taken', 'Your access to the last of the requested accounts was revoked.');

/** The connection to a reader over an open response. Closed after `patienceMs` without progress; the client can resume later. */
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
