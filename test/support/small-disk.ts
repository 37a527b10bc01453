import { spawnSync } from 'node:child_process';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openWorkspace } from './postgres-service.js';

/** Mounts a disk of so many megabytes in memory; null where this machine does not let us. */
export async function openSmallDisk(megabytes: number) {
  const workspace = await openWorkspace();
  const isMounted =
    spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=711`, 'kontor', workspace.directory]).status ===
    0;
  if (!isMounted) {
    await workspace.close();
    return null;
  }
  const ballast = join(workspace.directory, 'ballast');
  return {
    ...workspace,
    /** Leaves so many kilobytes free, or none where others write at the same time. */
    fill(kilobytesLeft: number) {
      const { bavail, bsize } = statfsSync(workspace.directory);
      try {
        writeFileSync(ballast, Buffer.alloc(Math.max(bavail * bsize - kilobytesLeft * 1024, 0)));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    },
    empty: () => rmSync(ballast, { force: true }),
    async close() {
      spawnSync('umount', ['--lazy', workspace.directory]);
      await workspace.close();
    },
  };
}
