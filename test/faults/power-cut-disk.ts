/** An XFS file system on a loop device whose power can be cut: what was not synced is gone, as on a real disk. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const run = (program: string, ...args: readonly string[]) => spawnSync(program, args, { encoding: 'utf8' });

/** Makes and mounts such a disk; null where this machine does not allow it (not root, no loop device, no xfsprogs). */
export function openPowerCutDisk(megabytes = 1_024) {
  const base = mkdtempSync(join(tmpdir(), 'kontor-power-'));
  const [image, mount] = [join(base, 'disk.img'), join(base, 'mount')];
  const remove = (): void => rmSync(base, { recursive: true, force: true });
  chmodSync(base, 0o711);
  mkdirSync(mount);
  writeFileSync(image, '');
  truncateSync(image, megabytes * 1024 * 1024);
  if (!isMade(image, mount)) {
    remove();
    return null;
  }
  chmodSync(mount, 0o711);
  return {
    /** Does not exist yet: the first start makes it, and the directory above it. */
    dataDir: join(mount, 'srv', 'data'),
    /** From now on nothing reaches the disk; what was on its way to it is lost. */
    cut(): void {
      const { status, stderr } = run('xfs_io', '-x', '-c', 'shutdown', mount);
      if (status !== 0) throw new Error(`The power could not be cut: ${stderr}`);
    },
    /** The power is back: the disk is mounted again and recovers its journal. Every process on it must have ended. */
    async restore(): Promise<void> {
      await unmount(mount);
      const { status, stderr } = run('mount', '-o', 'loop', image, mount);
      if (status !== 0) throw new Error(`The disk could not be mounted again: ${stderr}`);
    },
    async close(): Promise<void> {
      await unmount(mount).catch(() => run('umount', '--lazy', mount));
      remove();
    },
  };
}

function isMade(image: string, mount: string): boolean {
  return (
    run('mkfs.xfs', '-q', '-f', image).status === 0 &&
    run('xfs_io', '-V').status === 0 &&
    run('mount', '-o', 'loop', image, mount).status === 0
  );
}

/** A killed process gives its files back a moment later. */
async function unmount(mount: string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (run('umount', mount).status === 0) return;
    await pause(50);
  }
  throw new Error(`${mount} is still in use.`);
}
