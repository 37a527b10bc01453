import { copyFileSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { foldBars } from '../support/bars.js';
import { commandLine } from '../support/command-line.js';
import { openTestDatabase } from '../support/database.js';
import { query } from '../support/postgres-service.js';
import { randomTrading } from '../support/random-trading.js';
import { seed } from '../support/seed.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { KeptPoints } from '../support/verified-points.js';

const VERSION_AT = 19;
/** The command, the lengths, the hash of the batch, that of the tables, the checksum, the snapshot and the progress. */
const PLACES = [20, 28, 44, 76, 108, 400, -10];

describe(`verified points, after a random run of seed ${seed}`, () => {
  let testApp: TestApp;
  let trading: Awaited<ReturnType<typeof randomTrading>>;
  /** The first order that has ended without a tag. */
  let ended: number;
  const opened: KeptPoints[] = [];
  const url = (): string => testApp.database.url;
  const open = (): KeptPoints => {
    const points = new KeptPoints();
    opened.push(points);
    return points;
  };
  const openVerified = async (): Promise<KeptPoints> => {
    const points = open();
    await points.verify(url(), 'first');
    return points;
  };
  const passedOver = async (points: KeptPoints, database = url()): Promise<readonly string[]> => {
    const result = await points.verify(database, 'since-last');
    expect(result).toMatchObject({ isEqual: true, from: 1, resumedAfter: null, verifiedTo: result.commands });
    return result.passedOver;
  };

  beforeAll(async () => {
    testApp = await openTestApp();
    trading = await randomTrading(testApp, seed);
    await trading.trade(600);
    await foldBars(testApp);
    const [order] = await query(
      url(),
      `select id::int from orders where status <> 'Open' and tag is null order by id limit 1`,
    );
    ended = Number(order?.['id']);
  });
  afterAll(async () => {
    for (const points of opened) points.remove();
    await testApp.close();
  });

  it.each(PLACES)('are passed over if they are damaged at byte %d', async (at) => {
    const points = await openVerified();
    points.damage(at < 0 ? readFileSync(points.verified).length + at : at);
    expect(await passedOver(points)).toEqual([
      expect.stringMatching(/^The verified point is passed over: it is (?:torn|damaged)/),
    ]);
  });

  it('are passed over if they are torn, empty or of another version', async () => {
    const points = await openVerified();
    truncateSync(points.verified, readFileSync(points.verified).length - 1);
    const torn = await passedOver(points);
    writeFileSync(points.verified, '');
    const empty = await passedOver(points);
    points.damage(VERSION_AT);
    const other = await passedOver(points);

    expect([torn, empty, other]).toEqual([
      ['The verified point is passed over: it is torn.'],
      ['The verified point is passed over: it does not begin as a verified point does.'],
      ['The verified point is passed over: version 0 of the encoding is unknown.'],
    ]);
  });

  it('are passed over if they are of another database', async () => {
    const other = await openTestApp();
    const points = await openVerified();
    try {
      await (await randomTrading(other, seed + 1)).trade(800);
      await query(other.database.url, 'select 1');
      expect(await passedOver(points, other.database.url)).toEqual([
        expect.stringMatching(/^The verified point is passed over: (?:the journal has no batch|it is of command)/),
      ]);
    } finally {
      await other.close();
    }
  });

  it('are passed over if the tables were emptied and written anew', async () => {
    const points = await openVerified();
    await query(
      url(),
      'create table saved as table trades; truncate trades; insert into trades table saved; drop table saved',
    );
    expect(await passedOver(points)).toEqual([
      'The verified point is passed over: the tables are of another database, or were made anew since.',
    ]);
  });

  it('are passed over if they are ahead of a restored backup, and of the history before it', async () => {
    const first = await openTestApp();
    const points = open();
    const before = open();
    const earlier = await randomTrading(first, seed + 2);
    await earlier.trade(300);
    await foldBars(first);
    await first.stop();
    const backup = await openTestDatabase(new URL(first.database.url).pathname.slice(1));
    const next = await openTestApp({ beside: first });
    const restored = await openTestApp({ beside: { database: backup } });
    try {
      await before.verify(backup.url, 'first');
      earlier.moveTo(next);
      await earlier.trade(100);
      await foldBars(next);
      await points.verify(next.database.url, 'first');
      copyFileSync(points.verified, `${points.verified}.ahead`);
      expect(await passedOver(points, backup.url)).toEqual([
        expect.stringMatching(/^The verified point is passed over: it is of command \d+, and the tables end with/),
      ]);
      earlier.moveTo(restored);
      await earlier.trade(300);
      await foldBars(restored);
      copyFileSync(`${points.verified}.ahead`, points.verified);
      expect(await passedOver(points, backup.url)).toEqual([
        expect.stringMatching(/^The verified point is passed over: the journal has no batch that ends with command/),
      ]);
      expect(await before.verify(backup.url, 'since-last')).toMatchObject({ isEqual: true, passedOver: [] });
    } finally {
      await next.close();
      await restored.close();
      await backup.close();
      await first.close();
    }
  });

  it('are left by a verification that is killed, and another one goes on there', async () => {
    const points = open();
    await points.interrupt(url(), 3);
    expect(points.files).toEqual([expect.stringMatching(/^unfinished\.\d+\.[\da-f]{8}$/)]);
    const full = await open().verify(url(), 'first');
    const { resumedAfter, ...resumed } = await points.verify(url(), 'resume');

    expect(resumedAfter).toBeGreaterThan(0);
    expect(resumedAfter).toBeLessThan(full.commands);
    expect({ ...resumed, resumedAfter: null }).toEqual(full);
    expect(points.files).toEqual(['verified.point']);
    expect(await points.verify(url(), 'resume')).toMatchObject({
      ...{ isEqual: true, resumedAfter: null },
      passedOver: ['There is no interrupted verification to go on with.'],
    });
  });

  it('lets --since-last go on with an interrupted verification where nothing is verified yet', async () => {
    const points = open();
    await points.interrupt(url(), 2);
    expect(await points.verify(url(), 'since-last')).toMatchObject({
      ...{ isEqual: true, from: 1, resumedAfter: expect.any(Number) },
      passedOver: ['There is no verified point.'],
    });
  });

  it('do not hide an order that was changed after the interruption', async () => {
    const points = open();
    await points.interrupt(url(), 3);
    await query(url(), `update orders set tag = 'changed' where id = ${ended}`);
    const resumed = await points.verify(url(), 'resume');
    const full = await open().verify(url(), 'first');
    await query(url(), `update orders set tag = null where id = ${ended}`);

    expect(resumed).toMatchObject({ isEqual: false, resumedAfter: null, verifiedTo: null, counts: { orders: 1 } });
    expect([resumed.counts, resumed.differences]).toEqual([full.counts, full.differences]);
  });

  it('are removed by a verification that finds a difference, and left again by one that finds none', async () => {
    const points = await openVerified();
    await query(url(), `update orders set tag = 'changed' where id = ${ended}`);
    const trusting = await points.verify(url(), 'since-last');
    const { isEqual } = await points.verify(url(), 'first');
    const { files } = points;
    const since = await points.verify(url(), 'since-last');
    await query(url(), `update orders set tag = null where id = ${ended}`);

    expect([trusting.isEqual, isEqual, files]).toEqual([true, false, []]);
    expect(since).toMatchObject({ isEqual: false, from: 1, passedOver: ['There is no verified point.'] });
    expect(await passedOver(points)).toEqual(['There is no verified point.']);
    expect(points.files).toEqual(['verified.point']);
  });

  it('are used by the command line, which says where it began', async () => {
    const points = open();
    const run = commandLine(testApp, { DATA_DIR: points.dataDir });
    const { result: full } = (await run('verify')) as { result: Readonly<Record<string, number>> };
    await trading.trade(20);
    await query(url(), 'select 1');
    const { code, result } = (await run('verify', '--since-last')) as { code: number; result: typeof full };

    expect(full).toMatchObject({
      equal: true,
      from: 1,
      resumed_after: null,
      verified_to: full.commands,
      passed_over: [],
    });
    const { verified_to: last = NaN } = full;
    expect([code, result]).toMatchObject([0, { equal: true, from: last + 1, passed_over: [] }]);
    expect(result['verified_to']).toBe(last + (result['commands'] ?? NaN));
    expect(await run('verify', '--since-last', '--quick')).toMatchObject({ code: 2 });
  });

  it('are not needed: without a directory to write to, everything is verified', async () => {
    const points = open();
    mkdirSync(dirname(points.verified));
    mkdirSync(points.verified);
    expect(await points.verify(url(), 'since-last')).toMatchObject({
      isEqual: true,
      passedOver: [expect.stringMatching('^The verified point is passed over: it cannot be read')],
    });
  });
});
