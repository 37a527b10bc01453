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

describe('the results of a keyed call', () => {
  it('read back as they were written, whole numbers beyond a JSON number included', () => {
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

  it('are not written when a command was refused', () => {
    const refused = stated([
      { type: 'CommandRefused', refusal: { code: 'unknown_account', detail: 'There is no such account.' } } as never,
    ]);

    expect(formatResults([stated([]), refused])).toBeNull();
  });
});
