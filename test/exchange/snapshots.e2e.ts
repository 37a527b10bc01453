import { mkdirSync, readFileSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { CommandBody } from '../../src/engine/command.js';
import { commandLine } from '../support/command-line.js';
import { openTestDatabase } from '../support/database.js';
import { query } from '../support/postgres-service.js';
import { people } from '../support/people.js';
import { randomTrading } from '../support/random-trading.js';
import { seed } from '../support/seed.js';
import { holdProjection } from '../support/held-projection.js';
import { KeptSnapshots } from '../support/snapshots.js';
import { openTestApp, type TestApp } from '../support/test-app.js';
import { tradingFloor } from '../support/trading-floor.js';
import { trader, venue } from '../support/venue.js';
import { verifyJournal } from '../support/verification.js';

/** Within a snapshot of some kilobytes: the command, the checksum, and the columns of the orders. */
const PLACES = [20, 90, 2_000];

const VERSION_AT = 19;

const TAIL = 5;
/** So many commands are never replayed with so few orders. */
const MANY = 6_000;
const MORE_THAN_NODE_READS = 3 * 1024 ** 3;
const ORDER: CommandBody = {
  ...({ type: 'LimitOrderSub', acctId: 1, instrumentId: 1, side: 'Buy', quantity: 1, timeInForce: 'GTC' } as const),
  ...{ limitPrice: { digits: 1, decimals: 0 }, stopPrice: null, postOnly: false, expireDate: null },
  ...{ clientOrderId: null, tag: null },
};

async function readHealth(testApp: TestApp): Promise<unknown> {
  const { token: as } = await people.newUser(testApp, 'Admin');
  return (await testApp.request('GET', '/administration/health', { as })).json<{ snapshots: unknown }>().snapshots;
}

function describeFile(command: number, path: string): unknown {
  const { mtime, size: bytes } = statSync(path);
  return { command, written_at: mtime.toISOString(), bytes };
}

function damage(path: string, at: number): void {
  const bytes = readFileSync(path);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  writeFileSync(path, bytes);
}

describe(`snapshots of the exchange, seed ${seed}`, () => {
  let first: TestApp;
  let trading: Awaited<ReturnType<typeof randomTrading>>;
  let directory: KeptSnapshots;
  const url = (): string => first.database.url;
  const whenWritten = () => query(url(), 'select 1');

  beforeAll(async () => {
    first = await openTestApp();
    directory = new KeptSnapshots();
    trading = await randomTrading(first, seed);
    await trading.trade(400);
  });
  afterAll(async () => {
    directory.remove();
    await first.close();
  });

  it('give the state that the tables, the journal and the running exchange have', async () => {
    await whenWritten();
    const command = await directory.write(url());
    await trading.trade(300);
    await whenWritten();
    const hash = await venue(first).hash();
    const { hashes } = await verifyJournal(url(), true);
    const loaded = await directory.load(url());

    expect(hashes).toEqual({ journal: hash, tables: hash });
    expect(loaded).toEqual({
      ...{ hash, snapshot: command, warn: [] },
      info: [
        expect.stringMatching(`^The state is from the snapshot of command ${command} and [1-9]\\d* commands since.$`),
      ],
    });
  });

  it('are followed by the batches that the tables have, and by those that they do not have yet', async () => {
    const held = await holdProjection(url());
    try {
      for (let n = 0; n < TAIL; n++) await venue(first).execute(ORDER, trader(1));
      const hash = await venue(first).hash();
      const [command = 0] = directory.commands;

      expect(await directory.load(url())).toMatchObject({ snapshot: command });
      expect(await directory.recover(url())).toEqual({ hash, batches: TAIL });
    } finally {
      await held.release();
    }
  });

  it('are passed over where a batch since was changed: the tables do not need it', async () => {
    await whenWritten();
    const { hash } = await directory.load(url());
    const change = `set session_replication_role = replica; update journal_batches set body = set_byte(body, 9, get_byte(body, 9) # 1)
      where first = (select max(first) from journal_batches)`;
    await query(url(), change);
    const loaded = await directory.load(url());
    await query(url(), change);

    expect(loaded).toMatchObject({ hash, snapshot: null });
    expect(loaded.warn).toEqual([
      expect.stringMatching('the commands since cannot be replayed: .* its hash is not its own'),
    ]);
    expect(loaded.info).toEqual([expect.stringMatching('^The state is from the tables, up to command [1-9]\\d*.$')]);
  });

  it('are written once for a command, and the newest two are kept', async () => {
    const written = [...directory.commands];
    for (let n = 0; n < 3; n++) {
      await trading.trade(20);
      await whenWritten();
      written.push((await directory.write(url())) ?? 0);
      expect(await directory.write(url())).toBeNull();
    }
    expect(directory.commands).toEqual(written.slice(-2).toReversed());
  });

  it.each(PLACES)('are passed over if damaged at byte %i: first the older one, then the tables', async (at) => {
    const hash = await venue(first).hash();
    const [newer = 0, older = 0] = directory.commands;
    damage(directory.pathOf(newer), at);
    const fromOlder = await directory.load(url());
    damage(directory.pathOf(older), at);
    const fromTables = await directory.load(url());
    for (const command of [newer, older]) damage(directory.pathOf(command), at);

    expect(fromOlder).toMatchObject({ hash, snapshot: older });
    expect(fromTables).toMatchObject({ hash, snapshot: null });
    expect(fromTables.warn.map((line) => line.slice(0, line.indexOf(':')))).toEqual(
      [newer, older].map((command) => `The snapshot of command ${command} is passed over`),
    );
    expect(await directory.load(url())).toMatchObject({ hash, snapshot: newer });
  });

  it('are passed over without a warning if they are of another version', async () => {
    const hash = await venue(first).hash();
    const [newer = 0, older = 0] = directory.commands;
    damage(directory.pathOf(newer), VERSION_AT);
    const loaded = await directory.load(url());
    damage(directory.pathOf(newer), VERSION_AT);

    expect(loaded).toMatchObject({ hash, snapshot: older, warn: [] });
    expect(loaded.info[0]).toMatch(
      `The snapshot of command ${newer} is passed over: version 7 of the encoding is unknown.`,
    );
  });

  it('are compared by kontor verify with the states on the way', async () => {
    const [newer = 0, older = 0] = directory.commands;
    const bytes = readFileSync(directory.pathOf(older));
    const whole = await directory.verify(url(), false);
    damage(directory.pathOf(newer), 2_000);
    directory.falsify(older);
    const wrong = await directory.verify(url());
    damage(directory.pathOf(newer), 2_000);
    writeFileSync(directory.pathOf(older), bytes);

    expect([whole.isEqual, whole.snapshots]).toEqual([
      true,
      [newer, older].map((command) => ({ command, result: 'equal', reason: null })),
    ]);
    expect([wrong.isEqual, wrong.counts, wrong.snapshots]).toEqual([
      false,
      { snapshots: 2 },
      [
        { command: newer, result: 'differs', reason: 'it is damaged: its checksum is another' },
        { command: older, result: 'differs', reason: expect.stringMatching(/^it has the state [0-9a-f]+$/) },
      ],
    ]);
  });

  it('are passed over if they cannot be read', async () => {
    const [newer = 0, older = 0] = directory.commands;
    const bytes = readFileSync(directory.pathOf(newer));
    truncateSync(directory.pathOf(newer), MORE_THAN_NODE_READS);
    const { snapshot, warn } = await directory.load(url());
    writeFileSync(directory.pathOf(newer), bytes);

    expect([snapshot, warn]).toEqual([
      older,
      [expect.stringMatching(`The snapshot of command ${newer} is passed over: it cannot be read: RangeError`)],
    ]);
  });

  it('are passed over under the name of another command', async () => {
    const hash = await venue(first).hash();
    const [newer = 0, older = 0] = directory.commands;
    renameSync(directory.pathOf(newer), directory.pathOf(newer - 1));
    const loaded = await directory.load(url());
    renameSync(directory.pathOf(newer - 1), directory.pathOf(newer));

    expect(loaded).toMatchObject({ hash, snapshot: older });
    expect(loaded.warn).toEqual([`The snapshot of command ${newer - 1} is passed over: it is of command ${newer}.`]);
  });

  it('are not directories, whatever their names: a snapshot is written and kept beside them', async () => {
    const [newer = 0, older = 0] = directory.commands;
    for (const command of [older - 1, newer + 1]) mkdirSync(directory.pathOf(command));
    const loaded = await directory.load(url());
    await trading.trade(20);
    await whenWritten();
    const command = await directory.write(url());
    for (const other of [older - 1, newer + 1]) rmSync(directory.pathOf(other), { recursive: true });

    expect(loaded).toMatchObject({ snapshot: newer, warn: [] });
    expect(directory.commands).toEqual([command, newer]);
  });

  it('are passed over if they are of another database', async () => {
    const other = await openTestApp();
    const others = new KeptSnapshots();
    try {
      await (await randomTrading(other, seed + 1)).trade(400);
      await query(other.database.url, 'select 1');
      const command = await others.write(other.database.url);
      const loaded = await others.load(url());

      expect(await others.verify(url())).toMatchObject({
        isEqual: true,
        snapshots: [{ command, result: 'passed_over', reason: expect.stringMatching('^the journal has no batch') }],
      });
      expect(loaded).toMatchObject({ hash: await venue(first).hash(), snapshot: null });
      expect(loaded.warn).toEqual([
        `The snapshot of command ${command} is passed over: the journal has no batch that ends with this command and has its hash.`,
      ]);
    } finally {
      others.remove();
      await other.close();
    }
  });

  it('are passed over if they are ahead of a restored backup, and of the history before it', async () => {
    const hash = await venue(first).hash();
    const [before = 0] = directory.commands;
    await first.stop();
    const backup = await openTestDatabase(new URL(url()).pathname.slice(1));
    const restored = await openTestApp({ beside: { database: backup } });
    const next = await openTestApp({ beside: first });
    try {
      trading.moveTo(next);
      await trading.trade(100);
      await query(url(), 'select 1');
      const ahead = await directory.write(url());
      const fromBackup = await directory.load(backup.url);
      trading.moveTo(restored);
      await trading.trade(300);
      await query(backup.url, 'select 1');
      const afterwards = await directory.load(backup.url);

      expect(fromBackup).toMatchObject({ hash, snapshot: before });
      expect([fromBackup.warn, fromBackup.info[0]]).toEqual([
        [],
        expect.stringContaining(`The snapshot of command ${ahead} is passed over: the tables end with command`),
      ]);
      expect(afterwards).toMatchObject({ hash: await venue(restored).hash(), snapshot: before });
      expect(await directory.verify(backup.url)).toMatchObject({
        isEqual: true,
        snapshots: [
          { command: ahead, result: 'passed_over' },
          { command: before, result: 'equal' },
        ],
      });
      expect(afterwards.warn).toEqual([
        `The snapshot of command ${ahead} is passed over: the journal has no batch that ends with this command and has its hash.`,
      ]);
    } finally {
      await next.close();
      await restored.close();
      await backup.close();
    }
  });
});

describe('a snapshot that many commands have followed', () => {
  it('is passed over before the file is read, in one line without a warning', async () => {
    const testApp = await openTestApp();
    const directory = new KeptSnapshots();
    const { url } = testApp.database;
    try {
      await (await randomTrading(testApp, seed)).trade(10);
      await query(url, 'select 1');
      const command = (await directory.write(url)) ?? 0;
      damage(directory.pathOf(command), readFileSync(directory.pathOf(command)).length - 1);
      await venue(testApp).executeAll(
        Array.from({ length: MANY }, () => ORDER),
        trader(1),
      );
      await query(url, 'select 1');
      const { hash, snapshot, warn, info } = await directory.load(url);

      expect({ hash, snapshot, warn }).toEqual({ hash: await venue(testApp).hash(), snapshot: null, warn: [] });
      expect(info).toEqual([
        expect.stringMatching(
          `^The state is from the tables, up to command \\d+. The snapshot of command ${command} is passed over: \\d+ commands have followed, and the tables are read faster.$`,
        ),
      ]);
    } finally {
      directory.remove();
      await testApp.close();
    }
  });
});

describe(`a service that keeps snapshots, seed ${seed}`, () => {
  it('writes one at its stop, starts from it, and goes on as the journal says', async () => {
    const first = await openTestApp();
    const directory = new KeptSnapshots();
    const lines: string[] = [];
    const open = () =>
      openTestApp({
        beside: first,
        env: { DATA_DIR: directory.dataDir, SNAPSHOT_MINUTES: '10' },
        log: (line) => lines.push(line),
      });
    try {
      const trading = await randomTrading(first, seed + 2);
      await first.stop();
      for (let round = 0; round < 3; round++) {
        const [newest] = directory.commands;
        const testApp = await open();
        trading.moveTo(testApp);
        await trading.trade(200);
        expect(await readHealth(testApp)).toEqual({
          failure: null,
          newest: newest === undefined ? null : describeFile(newest, directory.pathOf(newest)),
        });
        const hash = await venue(testApp).hash();
        await testApp.close();
        expect(await directory.load(first.database.url)).toMatchObject({ hash, snapshot: directory.commands[0] });
      }
      const used = lines.filter((line) => line.includes('The state is from the snapshot of command'));
      expect(used).toEqual([
        expect.stringContaining(' 0 commands since'),
        expect.stringContaining(' 0 commands since'),
      ]);
      expect(await verifyJournal(first.database.url)).toMatchObject({ isEqual: true, counts: {}, differences: [] });
    } finally {
      directory.remove();
      await first.close();
    }
  });

  it('shows the time at which each board changed last, whatever it starts from', async () => {
    const first = await openTestApp();
    const directory = new KeptSnapshots();
    const open = (snapshotMinutes: string) =>
      openTestApp({ beside: first, env: { DATA_DIR: directory.dataDir, SNAPSHOT_MINUTES: snapshotMinutes } });
    try {
      const fixture = await tradingFloor(first);
      const ada = await people.ada(first);
      const acct = await fixture.account(ada);
      const other = await fixture.data.instrument(fixture.productId, { symbol: 'OTHER' });
      await fixture.order(ada.token, fixture.limit(acct));
      await pause(20);
      await fixture.order(ada.token, fixture.limit(acct, { instrument_id: other }));
      const read = async (testApp: TestApp): Promise<string[]> =>
        (
          await testApp.request('GET', `/marketdata?instrument_ids=${fixture.instrumentId}&sides=Buy`, {
            as: ada.token,
          })
        )
          .json<{ time: string }[]>()
          .map(({ time }) => time);
      const before = await read(first);
      await first.stop();
      const times: string[][] = [];
      // From the tables, which leaves a snapshot; from the snapshot; from the tables again.
      for (const snapshotMinutes of ['10', '10', '0']) {
        const testApp = await open(snapshotMinutes);
        times.push(await read(testApp));
        await testApp.close();
      }

      expect(before).toHaveLength(1);
      expect(directory.commands).toHaveLength(1);
      expect(times).toEqual([before, before, before]);
      // As in a database from before the times were stored.
      await query(first.database.url, 'update instrument_states set board_changed_at = null');
      expect(await verifyJournal(first.database.url)).toMatchObject({ isEqual: true });
    } finally {
      directory.remove();
      await first.close();
    }
  });

  it('is helped by kontor snapshot while it runs, but not where snapshots are off', async () => {
    const testApp = await openTestApp();
    try {
      await (await randomTrading(testApp, seed)).trade(50);
      await query(testApp.database.url, 'select 1');
      const run = commandLine(testApp);

      expect(await run('snapshot')).toEqual({ code: 0, result: { command: expect.any(Number) } });
      expect(await run('snapshot')).toEqual({ code: 0, result: { command: null } });
      expect(await run('verify')).toMatchObject({
        code: 0,
        result: { equal: true, snapshots: [{ command: expect.any(Number), result: 'equal', reason: null }] },
      });
      expect(await commandLine(testApp, { SNAPSHOT_MINUTES: '0' })('snapshot')).toMatchObject({
        code: 1,
        result: { error: { message: 'SNAPSHOT_MINUTES is 0: a start reads no snapshots.' } },
      });
    } finally {
      await testApp.close();
    }
  });
});
