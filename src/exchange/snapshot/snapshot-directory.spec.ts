import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SnapshotDirectory } from './snapshot-directory.js';

describe('the directory of snapshots', () => {
  let dataDir: string;
  const open = (snapshotMinutes = 10): SnapshotDirectory =>
    new SnapshotDirectory({ dataDir, snapshotMinutes }, () => undefined);
  const write = async (...commands: readonly number[]): Promise<void> => {
    for (const command of commands) await open().write(command, Buffer.from(`state ${command}`));
  };
  const names = (): string[] => readdirSync(join(dataDir, 'snapshots')).sort();

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'kontor-snapshots-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  it('has none before the first is written', () => {
    expect(open().list()).toEqual([]);
  });

  it('keeps the newest two, the newest first, for their owner only', async () => {
    await write(5, 70, 900);

    expect(open().list()).toEqual([900, 70]);
    expect(open().read(900).toString()).toBe('state 900');
    expect(statSync(join(dataDir, 'snapshots', '900.snapshot')).mode & 0o777).toBe(0o600);
  });

  it('removes snapshots ahead of the new one: the database has another history', async () => {
    await write(5, 900, 70);

    expect(open().list()).toEqual([70, 5]);
  });

  it('lists none while snapshots are off', async () => {
    await write(5);

    expect(open(0).list()).toEqual([]);
  });

  it('takes no directory for a snapshot', async () => {
    await write(5);
    for (const command of [4, 900]) mkdirSync(join(dataDir, 'snapshots', `${command}.snapshot`));

    await write(6);

    expect(open().list()).toEqual([6, 5]);
    expect(open().findNewest()).toMatchObject({ command: 6, bytes: 7 });
  });

  it('reads the beginning of a snapshot, and all of one that is shorter', async () => {
    await write(5);

    expect([open().read(5, 3).toString(), open().read(5, 100).toString()]).toEqual(['sta', 'state 5']);
  });

  it('leaves everything as it is if it is to give up', async () => {
    await write(5);

    await expect(open().write(6, Buffer.from('state 6'), AbortSignal.abort())).rejects.toThrow('aborted');
    expect(names()).toEqual(['5.snapshot']);
  });

  it('removes what a process left that has ended, and nothing else', async () => {
    await write(5);
    const { pid } = spawnSync(process.execPath, ['--version']);
    for (const name of [`draft.${pid}`, `draft.${process.ppid}`, 'notes'])
      writeFileSync(join(dataDir, 'snapshots', name), '');
    await write(6);

    expect(names()).toEqual(['5.snapshot', '6.snapshot', `draft.${process.ppid}`, 'notes'].sort());
  });
});
