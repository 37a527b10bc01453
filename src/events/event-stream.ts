import type { ServerResponse } from 'node:http';
import type { EndReason } from '../access/stream-leases.service.js';
import type { EventOutlet } from './event-reader.js';

/** The reconnection delay for clients. */
export const OPENING = 'retry: 1000\n\n';

const formatClosingEvent = (code: string, detail: string): string =>
  `event: end\ndata: ${JSON.stringify({ code, detail })}\n\n`;

export const FAREWELL = formatClosingEvent(
  'service_stopping',
  'The service is stopping. Reconnect with the last event id.',
);

export const dismissals: Readonly<Record<EndReason, string>> = {
  expired: formatClosingEvent(
    'token_expired',
    'The credentials have expired. Reconnect with new credentials and the last event id.',
  ),
  revoked: formatClosingEvent('token_revoked', 'The credentials were revoked.'),
};

const NOTHING_LEFT = formatClosingEvent(
  'access_taken',
  'Your access to the last of the requested accounts was revoked.',
);

/** The connection to a reader over an open response. Closed after `patienceMs` without progress; the client can resume later. */
export function createOutlet(raw: ServerResponse, patienceMs: number): EventOutlet {
  return {
    write: (text) => raw.write(text),
    waiting: () => raw.writableLength,
    end: () => raw.end(NOTHING_LEFT),
    drained: () => (raw.writableNeedDrain ? waitForDrain(raw, patienceMs) : Promise.resolve(!raw.destroyed)),
  };
}

function waitForDrain(raw: ServerResponse, patienceMs: number): Promise<boolean> {
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
