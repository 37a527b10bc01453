import { spawnSync } from 'node:child_process';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openYard } from './own-postgres.js';

/** Mounts a disk of so many megabytes in memory; null where this machine does not let us. */
export async function openSmallDisk(megabytes: number) {
  const yard = await openYard();
  const isMounted =
    spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=711`, 'kontor', yard.directory]).status === 0;
  if (!isMounted) {
    await yard.close();
    return null;
  }
  const ballast = join(yard.directory, 'ballast');
  return {
    ...yard,
    /** Leaves so many kilobytes free, or none where others write at the same time. */
    fill(kilobytesLeft: number) {
      const { bavail, bsize } = statfsSync(yard.directory);
      try {
        writeFileSync(ballast, Buffer.alloc(Math.max(bavail * bsize - kilobytesLeft * 1024, 0)));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    },
    empty: () => rmSync(ballast, { force: true }),
    async close() {
      spawnSync('umount', ['--lazy', yard.directory]);
      await yard.close();
    },
  };
}
