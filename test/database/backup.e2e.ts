import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { backUp, openOn, openScribe, restore } from '../support/backups.js';
import { openYard, query, until } from '../support/own-postgres.js';

describe('a backup of the embedded database', () => {
  let yard: Awaited<ReturnType<typeof openYard>>;
  let database: Awaited<ReturnType<typeof openOn>>;
  const place = (name: string) => join(yard.directory, name);
  beforeAll(async () => {
    yard = await openYard();
    database = await openOn(yard.dataDir);
    await writeFile(join(yard.dataDir, 'secret-key'), 'the key');
  });
  afterAll(async () => {
    await database.close();
    await yard.close();
  });

  it('made while four hands write has every row that was acknowledged before the copy was complete, and starts', async () => {
    const scribe = await openScribe(database.url);
    const { acknowledged } = scribe;
    await until(
      () => Promise.resolve(acknowledged.length),
      (rows) => rows >= 300,
      30_000,
    );
    const before = acknowledged.length;
    let [copied, atTheEnd] = [0, 0];
    const manifest = await backUp(yard.dataDir, place('backup'), (line) => {
      if (line.startsWith('Adding the log')) copied = acknowledged.length;
      if (line.startsWith('Starting PostgreSQL on the copy')) atTheEnd = acknowledged.length;
    });
    await until(
      () => Promise.resolve(acknowledged.length),
      (rows) => rows >= atTheEnd + 300,
      30_000,
    );
    await scribe.stop();

    await restore(place('backup'), place('restored'));
    const again = await openOn(place('restored'));
    const kept = new Set((await query(again.url, 'select n from ledger')).map(({ n }) => Number(n)));
    await again.close();
    const missing = (rows: readonly number[]) => rows.filter((n) => !kept.has(n));

    expect(before).toBeGreaterThanOrEqual(300);
    expect(copied - before).toBeGreaterThanOrEqual(100); // Else nobody wrote during the copy, and what follows would prove little.
    expect(missing(acknowledged.slice(0, copied))).toEqual([]);
    expect(missing(acknowledged.slice(atTheEnd + 100)).length).toBeGreaterThan(0); // What came later is seen to be missing.
    expect(kept.size).toBe(manifest.tables['ledger']);
    expect(await readFile(join(place('restored'), 'secret-key'), 'utf8')).toBe('the key');
  });

  it('is not put into the place of a database that is used, nor of one that is there unless --force says so', async () => {
    await expect(restore(place('backup'), yard.dataDir, true)).rejects.toMatchObject({ code: 'already_running' });
    await expect(restore(place('backup'), yard.dataDir)).rejects.toMatchObject({ code: 'restore_refused' });
  });

  it('is refused when one bit of it has changed', async () => {
    const victim = join(place('backup'), 'cluster/global/pg_control');
    const bytes = await readFile(victim);
    bytes.writeUInt8(bytes.readUInt8(100) ^ 1, 100);
    await writeFile(victim, bytes);

    await expect(restore(place('backup'), place('third'))).rejects.toMatchObject({
      code: 'backup_unusable',
      message: expect.stringContaining('pg_control has been changed'),
    });
  });
});
