import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { CommandBody } from '../../src/engine/command.js';
import { commandLine } from '../support/command-line.js';
import { openTestDatabase } from '../support/database.js';
import { query } from '../support/postgres-service.js';
import { randomTrading } from '../support/random-trading.js';
import { seed } from '../support/seed.js';
import { holdProjection } from '../support/held-projection.js';
import { KeptSnapshots } from '../support/snapshots.js';
import { openTestApp, type TestApp } from '../support/test-app.js';
import { trader, venue } from '../support/venue.js';
import { verifyJournal } from '../support/verification.js';

/** Within a snapshot of some kilobytes: the version, the checksum, and the columns of the orders. */
const PLACES = [19, 90, 2_000];

const TAIL = 5;
const ORDER: CommandBody = {
  ...({ type: 'LimitOrderSub', acctId: 1, instrumentId: 1, side: 'Buy', quantity: 1, timeInForce: 'GTC' } as const),
  ...{ limitPrice: { digits: 1, decimals: 0 }, stopPrice: null, postOnly: false, expireDate: null },
  ...{ clientOrderId: null, tag: null },
};

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
    expect(loaded).toMatchObject({ hash, snapshot: command });
    expect(loaded.lines).toEqual([
      expect.stringMatching(`The state is from the snapshot of command ${command} and [1-9]\\d* commands since.`),
    ]);
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
    const { hash } = await directory.load(url());
    const change = `set session_replication_role = replica; update journal_batches set body = set_byte(body, 9, get_byte(body, 9) # 1)
      where first = (select max(first) from journal_batches)`;
    await query(url(), change);
    const loaded = await directory.load(url());
    await query(url(), change);

    expect(loaded).toMatchObject({ hash, snapshot: null });
    expect(loaded.lines).toEqual([
      expect.stringMatching('the commands since cannot be replayed: .* its hash is not its own'),
    ]);
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
    expect(fromTables.lines.map((line) => line.slice(0, line.indexOf(':')))).toEqual(
      [newer, older].map((command) => `The snapshot of command ${command} is passed over`),
    );
    expect(await directory.load(url())).toMatchObject({ hash, snapshot: newer });
  });

  it('are passed over if they cannot be read', async () => {
    const [newer = 0, older = 0] = directory.commands;
    const bytes = readFileSync(directory.pathOf(newer));
    rmSync(directory.pathOf(newer));
    mkdirSync(directory.pathOf(newer));
    const { snapshot, lines } = await directory.load(url());
    rmSync(directory.pathOf(newer), { recursive: true });
    writeFileSync(directory.pathOf(newer), bytes);

    expect([snapshot, lines[0]]).toEqual([
      older,
      expect.stringMatching(`The snapshot of command ${newer} is passed over: it cannot be read: Error: EISDIR`),
    ]);
  });

  it('are passed over if they are of another database', async () => {
    const other = await openTestApp();
    const others = new KeptSnapshots();
    try {
      await (await randomTrading(other, seed + 1)).trade(400);
      await query(other.database.url, 'select 1');
      const hash = await venue(other).hash();
      const command = await others.write(other.database.url);
      const [newest = 0] = directory.commands;
      copyFileSync(directory.pathOf(newest), others.pathOf((command ?? 0) - 1));
      copyFileSync(directory.pathOf(newest), others.pathOf(command ?? 0));
      const { lines, ...loaded } = await others.load(other.database.url);

      expect(loaded).toEqual({ hash, snapshot: null });
      expect(lines).toHaveLength(2);
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
      expect(fromBackup.lines[0]).toMatch(
        `The snapshot of command ${ahead} is passed over: the tables end with command`,
      );
      expect(afterwards).toMatchObject({ hash: await venue(restored).hash(), snapshot: before });
      expect(afterwards.lines[0]).toBe(
        `The snapshot of command ${ahead} is passed over: the journal has no batch that ends with this command and has its hash.`,
      );
    } finally {
      await next.close();
      await restored.close();
      await backup.close();
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
        const testApp = await open();
        trading.moveTo(testApp);
        await trading.trade(200);
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

  it('is helped by kontor snapshot while it runs, but not where snapshots are off', async () => {
    const testApp = await openTestApp();
    try {
      await (await randomTrading(testApp, seed)).trade(50);
      await query(testApp.database.url, 'select 1');
      const run = commandLine(testApp);

      expect(await run('snapshot')).toEqual({ code: 0, result: { command: expect.any(Number) } });
      expect(await run('snapshot')).toEqual({ code: 0, result: { command: null } });
      expect(await commandLine(testApp, { SNAPSHOT_MINUTES: '0' })('snapshot')).toMatchObject({
        code: 1,
        result: { error: { message: 'SNAPSHOT_MINUTES is 0: a start reads no snapshots.' } },
      });
    } finally {
      await testApp.close();
    }
  });
});
