import { eventLog, type LoggedEvent } from '../support/event-log.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { query } from '../support/postgres-service.js';
import { randomTrading } from '../support/random-trading.js';
import { chanceOf } from '../engine/random-lines.js';
import { seed } from '../support/seed.js';

const EVENT_TYPES = [
  ...[
    'account.changed',
    'account.granted',
    'break.changed',
    'break.closed',
    'break.opened',
    'fill',
    'money.stated',
    'order.accepted',
  ],
  ...[
    'order.cancelled',
    'order.expired',
    'order.modified',
    'order.rejected',
    'order.traded',
    'order.triggered',
    'position.changed',
    'positions.stated',
  ],
];

describe(`live events and events read from the tables (seed ${seed})`, () => {
  let testApp: TestApp;
  let live: LoggedEvent[];
  const chance = chanceOf(seed);
  const one = <Thing>(things: readonly Thing[]): Thing => things[chance(things.length)] as Thing;
  /** Cut here and there by the number of rows that a page has. */
  const inPages = async (
    choice: Readonly<{ after: string; acctIds: readonly number[] | 'all'; types: readonly string[] | null }>,
    limit: number,
  ): Promise<LoggedEvent[]> => {
    const read: LoggedEvent[] = [];
    for (let { after } = choice; ; after = read.at(-1)?.id ?? after) {
      const page = await eventLog(testApp).read({ ...choice, after, limit });
      read.push(...page);
      if (page.length < limit) return read;
    }
  };

  beforeAll(async () => {
    testApp = await openTestApp();
    live = eventLog(testApp).listen();
    const trading = await randomTrading(testApp, seed);
    // What comes of random lines depends on which of them share a batch.
    const isEnough = () => live.length > 2_000 && new Set(live.map(({ type }) => type)).size >= EVENT_TYPES.length;
    for (let rounds = 0; rounds < 5 && !isEnough(); rounds++) await trading.trade(2_000);
  });
  afterAll(() => testApp.close());

  it('include every type', () => {
    expect([...new Set(live.map(({ type }) => type))].sort()).toEqual(EVENT_TYPES);
  });

  it('are identical byte by byte, each once', async () => {
    const kept = await eventLog(testApp).read();
    expect(live.length).toBeGreaterThan(2_000);
    expect(new Set(live.map(({ id }) => id)).size).toBe(live.length);
    expect(kept).toEqual(live);
  });

  it('resume after any event, for any accounts and types, with any page size', async () => {
    const [accounts, types] = [
      [...new Set(live.map(({ acctId }) => acctId))],
      [...new Set(live.map(({ type }) => type))],
    ];
    for (let round = 0; round < 16; round++) {
      const from = one([live.length - 1 - chance(30), chance(live.length)]);
      const acctIds = one([accounts.filter(() => chance(2) === 0), [one(accounts)], 'all'] as const);
      const chosen = one([null, [one(types)], types.filter(() => chance(3) === 0)]);
      const expected = live
        .slice(from + 1)
        .filter(
          ({ acctId, type }) =>
            (acctIds === 'all' || acctIds.includes(acctId)) && (chosen === null || chosen.includes(type)),
        );
      expect(
        await inPages(
          { after: live[from]?.id ?? '', acctIds, types: chosen },
          round % 2 === 0 ? 500 : live.length - from < 100 ? 1 + chance(3) : 90,
        ),
      ).toEqual(expected);
    }
  });

  it('resume after a whole command', async () => {
    const seqs = live.map(({ id }) => Number(id.split('.')[0]));
    for (let round = 0; round < 8; round++) {
      const seq = one(seqs) - chance(3);
      expect(await inPages({ after: String(seq), acctIds: 'all', types: null }, 500)).toEqual(
        live.filter((_, n) => (seqs[n] ?? 0) > seq),
      );
    }
  });

  it('differ when a row is missing or changed (control)', async () => {
    const [change] = await query(
      testApp.database.url,
      'select seq, acct_id from position_changes order by seq desc limit 1',
    );
    await query(
      testApp.database.url,
      `update position_changes set realised = realised + 1 where seq = ${String(change?.['seq'])}`,
    );
    expect(await eventLog(testApp).read()).not.toEqual(live);
    await query(
      testApp.database.url,
      `update position_changes set realised = realised - 1 where seq = ${String(change?.['seq'])}`,
    );
    expect(await eventLog(testApp).read()).toEqual(live);
    await query(
      testApp.database.url,
      `delete from order_events where (order_id, revision) = (select order_id, revision from order_events order by seq desc limit 1)`,
    );
    expect(await eventLog(testApp).read()).toHaveLength(live.length - 1);
  });
});
