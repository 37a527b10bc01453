import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { backUp, openOn, openBackupWriter, restore } from '../support/backups.js';
import { openWorkspace, query, until } from '../support/postgres-service.js';

describe('backup of the embedded database', () => {
  let workspace: Awaited<ReturnType<typeof openWorkspace>>;
  let database: Awaited<ReturnType<typeof openOn>>;
  const pathTo = (name: string) => join(workspace.directory, name);
  beforeAll(async () => {
    workspace = await openWorkspace();
    database = await openOn(workspace.dataDir);
    await writeFile(join(workspace.dataDir, 'secret-key'), 'the key');
  });
  afterAll(async () => {
    await database.close();
    await workspace.close();
  });

  it('made during writes contains every row acknowledged before its end, and starts', async () => {
    const writer = await openBackupWriter(database.url);
    const { acknowledged } = writer;
    await until(
      () => Promise.resolve(acknowledged.length),
      (rows) => rows >= 300,
      30_000,
    );
    const before = acknowledged.length;
    let [copied, atTrialStart] = [0, 0];
    const manifest = await backUp(workspace.dataDir, pathTo('backup'), (line) => {
      if (line.startsWith('Adding the log')) copied = acknowledged.length;
      if (line.startsWith('Starting PostgreSQL on the copy')) atTrialStart = acknowledged.length;
    });
    await until(
      () => Promise.resolve(acknowledged.length),
      (rows) => rows >= atTrialStart + 300,
      30_000,
    );
    await writer.stop();

    await restore(pathTo('backup'), pathTo('restored'));
    const again = await openOn(pathTo('restored'));
    const restoredRows = new Set((await query(again.url, 'select n from ledger')).map(({ n }) => Number(n)));
    await again.close();
    const missing = (rows: readonly number[]) => rows.filter((n) => !restoredRows.has(n));

    expect(before).toBeGreaterThanOrEqual(300);
    expect(copied - before).toBeGreaterThanOrEqual(100); // Else nobody wrote during the copy, and what follows would prove little.
    expect(missing(acknowledged.slice(0, copied))).toEqual([]);
    expect(missing(acknowledged.slice(atTrialStart + 100)).length).toBeGreaterThan(0); // What came later is seen to be missing.
    expect(restoredRows.size).toBe(manifest.tables['ledger']);
    expect(await readFile(join(pathTo('restored'), 'secret-key'), 'utf8')).toBe('the key');
  });

  it('is not restored over a used or existing database without --force', async () => {
    await expect(restore(pathTo('backup'), workspace.dataDir, true)).rejects.toMatchObject({ code: 'already_running' });
    await expect(restore(pathTo('backup'), workspace.dataDir)).rejects.toMatchObject({ code: 'restore_refused' });
  });

  it('is rejected when one bit has changed', async () => {
    const victim = join(pathTo('backup'), 'cluster/global/pg_control');
    const bytes = await readFile(victim);
    bytes.writeUInt8(bytes.readUInt8(100) ^ 1, 100);
    await writeFile(victim, bytes);

    await expect(restore(pathTo('backup'), pathTo('third'))).rejects.toMatchObject({
      code: 'backup_unusable',
      message: expect.stringContaining('pg_control has been changed'),
    });
  });
});
