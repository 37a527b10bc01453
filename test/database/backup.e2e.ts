import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { backUp, openOn, restore } from '../support/backups.js';
import { openYard, query } from '../support/own-postgres.js';

describe('a backup of the embedded database', () => {
  it('made while rows are written is whole: nothing acknowledged before it is missing; damaged, it is refused', async () => {
    const yard = await openYard();
    const [copy, restored] = [join(yard.directory, 'backup'), join(yard.directory, 'restored')];
    const database = await openOn(yard.dataDir);
    let acknowledged = 0;
    const pen = { writes: true };
    try {
      await query(database.url, 'create table ledger (n int primary key)');
      const writer = (async () => {
        while (pen.writes) await query(database.url, `insert into ledger values (${acknowledged + 1})`).then(() => (acknowledged += 1));
      })();
      await writeFile(join(yard.dataDir, 'secret-key'), 'the key');
      const before = acknowledged;
      const manifest = await backUp(yard.dataDir, copy);
      pen.writes = false;
      await writer;
      expect(manifest.tables['ledger']).toBeGreaterThanOrEqual(before);

      await expect(restore(copy, yard.dataDir, true)).rejects.toMatchObject({ code: 'already_running' });
      await expect(restore(copy, yard.dataDir)).rejects.toMatchObject({ code: 'restore_refused' });
      await restore(copy, restored);
      expect(await readFile(join(restored, 'secret-key'), 'utf8')).toBe('the key');
      const again = await openOn(restored);
      const [found] = await query(again.url, 'select count(*)::int as count, max(n) as last from ledger');
      await again.close();
      expect(found).toEqual({ count: manifest.tables['ledger'], last: manifest.tables['ledger'] });

      const victim = join(copy, 'cluster/global/pg_control');
      const bytes = await readFile(victim);
      bytes.writeUInt8(bytes.readUInt8(100) ^ 1, 100);
      await writeFile(victim, bytes);
      await expect(restore(copy, join(yard.directory, 'third'))).rejects.toMatchObject({ code: 'backup_unusable', message: expect.stringContaining('pg_control has been changed') });
    } finally {
      pen.writes = false;
      await database.close();
      await yard.close();
    }
  });
});
