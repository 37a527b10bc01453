import { spawnSync } from 'node:child_process';
import { chown, lstat, mkdir, mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { openDatabaseProcess } from '../support/database-process.js';
import { openWorkspace, postmasterOf, query } from '../support/postgres-service.js';

const isRoot = process.getuid?.() === 0;

const notTested = (name: string): unknown => process.stderr.write(`Not tested, because only root can: ${name}.\n`);

/** Only root can be another user or have a private home that PostgreSQL cannot enter. */
const asRoot: (name: string, test: () => Promise<void>) => unknown = isRoot ? it : notTested;

describe('embedded PostgreSQL', () => {
  let workspace: Awaited<ReturnType<typeof openWorkspace>>;
  beforeEach(async () => (workspace = await openWorkspace()));
  afterEach(() => workspace.close());

  it('survives a killed service, is adopted by the next with all rows, and stops with it', async () => {
    const first = await openDatabaseProcess(workspace.dataDir);
    await query(String(first.said.url), `create table kept as select 42 as answer`);
    const postmaster = await postmasterOf(workspace.dataDir);
    await first.kill('SIGKILL');

    const second = await openDatabaseProcess(workspace.dataDir);
    expect(await postmasterOf(workspace.dataDir)).toBe(postmaster);
    expect(await query(String(second.said.url), 'select answer from kept')).toEqual([{ answer: 42 }]);
    await second.kill('SIGTERM');
    await expect(postmasterOf(workspace.dataDir)).rejects.toThrow('ENOENT');
  });

  it('rejects a second service by name without disturbing the first', async () => {
    const first = await openDatabaseProcess(workspace.dataDir);
    try {
      const second = await openDatabaseProcess(workspace.dataDir);

      expect(second.said.error).toMatchObject({
        code: 'already_running',
        message: expect.stringContaining('serve (process '),
        fix: expect.stringContaining('DATA_DIR'),
      });
      expect(await query(String(first.said.url), 'select 1 as alive')).toEqual([{ alive: 1 }]);
    } finally {
      await first.kill('SIGTERM');
    }
  });

  it('lets one of two simultaneous starts on an empty directory run, and tells the other', async () => {
    const both = await Promise.all([openDatabaseProcess(workspace.dataDir), openDatabaseProcess(workspace.dataDir)]);
    try {
      expect(both.map(({ said }) => said.error?.code ?? 'started').sort()).toEqual(['already_running', 'started']);
    } finally {
      await Promise.all(both.filter(({ said }) => said.url).map(({ kill }) => kill('SIGTERM')));
    }
  });

  it('starts in spite of a stale postmaster.pid and a taken port', async () => {
    await (await openDatabaseProcess(workspace.dataDir)).kill('SIGTERM');
    const port = Number(await readFile(join(workspace.dataDir, 'postgres/port'), 'utf8'));
    const cluster = await realpath(join(workspace.dataDir, 'postgres/cluster'));
    const owner = await stat(cluster);
    const portHolder = createServer().listen(port, '127.0.0.1');
    for (const number of [process.pid, 999_999]) {
      await writeFile(
        join(cluster, 'postmaster.pid'),
        `${number}\n${cluster}\n1700000000\n${port}\n\n127.0.0.1\n  1  2\nready   \n`,
        { mode: 0o600 },
      );
      await chown(join(cluster, 'postmaster.pid'), owner.uid, owner.gid);

      const service = await openDatabaseProcess(workspace.dataDir);
      expect(service.said.error).toBeUndefined();
      expect(new URL(String(service.said.url)).port).not.toBe(String(port));
      await service.kill('SIGTERM');
    }
    portHolder.close();
  });

  it('creates its cluster anew after a start that was killed midway', async () => {
    await mkdir(join(workspace.dataDir, 'postgres/cluster.new-999999/base'), { recursive: true });
    await writeFile(join(workspace.dataDir, 'postgres/cluster.new-999999/PG_VERSION'), '18\n');
    if (isRoot) spawnSync('chown', ['-R', 'postgres:', join(workspace.dataDir, 'postgres')]);

    const service = await openDatabaseProcess(workspace.dataDir);

    expect(service.said.url).toBeDefined();
    await expect(stat(join(workspace.dataDir, 'postgres/cluster.new-999999'))).rejects.toThrow('ENOENT');
    await service.kill('SIGTERM');
  });

  it('rejects a cluster of another major version with a fix and leaves it unchanged', async () => {
    await (await openDatabaseProcess(workspace.dataDir)).kill('SIGTERM');
    await writeFile(join(workspace.dataDir, 'postgres/cluster/PG_VERSION'), '17\n');

    const { said } = await openDatabaseProcess(workspace.dataDir);

    expect(said.error).toMatchObject({
      message: expect.stringContaining('made by PostgreSQL 17'),
      fix: expect.stringContaining('pg_dump'),
    });
    expect(await readFile(join(workspace.dataDir, 'postgres/cluster/PG_VERSION'), 'utf8')).toBe('17\n');
  });

  asRoot(
    'runs under a private home directory without opening it, and knows a copy of that directory for a copy',
    async () => {
      const home = await mkdtemp('/root/kontor-private-');
      const dataDir = join(home, 'data');
      try {
        const service = await openDatabaseProcess(dataDir);
        const link = join(dataDir, 'postgres');
        const externalHome = await realpath(link);
        try {
          expect(service.said.error).toBeUndefined();
          expect((await lstat(link)).isSymbolicLink()).toBe(true);
          expect((await stat(home)).mode & 0o777).toBe(0o700);
          expect(service.logged.join('\n')).toContain(externalHome);
          await service.kill('SIGTERM');

          spawnSync('cp', ['-a', dataDir, join(home, 'copy')]);
          const copy = await openDatabaseProcess(join(home, 'copy'));
          expect(copy.said.error).toMatchObject({ code: 'data_directory_foreign' });
        } finally {
          await rm(externalHome, { recursive: true });
        }
      } finally {
        await rm(home, { recursive: true });
      }
    },
  );

  asRoot('runs for an ordinary user', async () => {
    await chown(workspace.directory, 65534, 65534);
    const service = await openDatabaseProcess(workspace.dataDir, { uid: 65534, gid: 65534 });

    expect(service.said.error).toBeUndefined();
    expect((await stat(join(workspace.dataDir, 'postgres/cluster'))).uid).toBe(65534);
    await service.kill('SIGTERM');
  });
});
