import { SYSTEM_CALLER } from '../caller.js';
import type { ExecutedCommand } from './batch-rows.js';
import { parseResults, formatResults } from './keyed-calls.js';

const stated = (events: ExecutedCommand['events']): ExecutedCommand => ({
  seq: 7,
  time: 1_800_000_000_000,
  caller: SYSTEM_CALLER,
  body: { type: 'StateMoney', acctId: 1, asOf: '2026-11-20', cashBalance: 1n, netLiq: 2n },
  events,
});

describe('formatResults and parseResults', () => {
  it('survive a round trip, including integers beyond JSON numbers', () => {
    const entry = stated([
      {
        type: 'MoneyStated',
        acctId: 1,
        money: { asOf: '2026-11-20', version: 1, cashBalance: 90_071_992_547_409_931n, netLiq: -2n },
        isRepeated: false,
      } as never,
    ]);

    expect(parseResults(JSON.parse(formatResults([entry]) ?? 'null'))).toEqual([
      { seq: 7, time: 1_800_000_000_000, events: entry.events },
    ]);
  });

  it('return null when a command was rejected', () => {
    const refused = stated([
      { type: 'CommandRefused', refusal: { code: 'unknown_account', detail: 'There is no such account.' } } as never,
    ]);

    expect(formatResults([stated([]), refused])).toBeNull();
  });
});
