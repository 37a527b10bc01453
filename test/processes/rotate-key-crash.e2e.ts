import pg from 'pg';
import type { ServiceProcess } from '../support/checkout.js';
import { withFile } from '../support/command-line.js';
import { startKontor, runKontor } from '../support/kontor-process.js';
import { withServerOf } from '../support/old-layout.js';
import { openWorkspace, query, until } from '../support/postgres-service.js';
import { keyFiles } from '../support/secret-key.js';

const ready = /Kontor is ready at (\S+)/;

describe('kontor rotate-key and the service', () => {
  let workspace: Awaited<ReturnType<typeof openWorkspace>>;
  let env: Record<string, string>;
  let files: ReturnType<typeof keyFiles>;
  let started: ServiceProcess[] = [];
  beforeEach(async () => {
    workspace = await openWorkspace();
    env = { DATA_DIR: workspace.dataDir, PORT: '0' };
    files = keyFiles(workspace.dataDir);
    expect((await runKontor(['seed'], { env })).code).toBe(0);
  });
  afterEach(async () => {
    for (const service of started) service.end('SIGTERM');
    await Promise.all(started.map(({ ended }) => ended));
    started = [];
    await workspace.close();
  });

  const serve = async (): Promise<ServiceProcess> => {
    const service = startKontor(['serve'], { env });
    started.push(service);
    await service.says(ready);
    return service;
  };
  const stop = async (service: ServiceProcess): Promise<void> => {
    service.end('SIGTERM');
    await service.ended;
    started = [];
  };
  const rotate = async (...words: string[]) => {
    const { code, stdout, stderr } = await runKontor(['rotate-key', ...words, '--json'], { env });
    if (code !== 0) throw new Error(stdout + stderr);
    return JSON.parse(stdout) as {
      outcome: string;
      values: Record<string, { resealed: number; already: number; unreadable: number }>;
    };
  };

  it('killed while sealing keeps the old key, with which the next start opens everything', async () => {
    const { current } = files.read();
    await withServerOf(workspace.dataDir, async (superuser) => {
      const holder = new pg.Client(superuser);
      await holder.connect();
      await holder.query('begin; lock table webhooks in row exclusive mode');
      const killed = startKontor(['rotate-key'], { env });
      const waiting = () =>
        query(
          superuser,
          `select pid from pg_stat_activity where wait_event_type = 'Lock' and query like 'lock table %'`,
        );
      expect(await until(waiting, (rows) => rows.length > 0, 20_000)).toHaveLength(1);
      killed.end('SIGKILL');
      await killed.ended;
      await holder.end();
    });
    expect(files.read()).toEqual({ current, pending: expect.stringMatching(/^[0-9a-f]{64}$/) });

    const service = await serve();
    expect(service.stderr).toContain('interrupted before anything was changed');
    expect(files.read()).toEqual({ current, pending: null });
    await stop(service);

    const { outcome, values } = await rotate();
    expect([outcome, values['clients.sealed_secret'], values['signing_keys.sealed_private_jwk']?.unreadable]).toEqual([
      'rotated',
      { resealed: 1, already: 0, unreadable: 0 },
      0,
    ]);
  });

  it('killed between its commit and the new file is completed by the next start', async () => {
    const { current: old } = files.read();
    await rotate();
    const { current } = files.read();
    files.write({ current: old, pending: current });

    const service = await serve();
    expect(service.stderr).toContain('The secret key was replaced by a command that was interrupted');
    expect(files.read()).toEqual({ current, pending: null });
    await stop(service);

    expect((await rotate()).values['clients.sealed_secret']).toEqual({ resealed: 1, already: 0, unreadable: 0 });
  });

  it('is rejected while the service runs', async () => {
    const { current } = files.read();
    await serve();
    const { code, stderr } = await runKontor(['rotate-key'], { env });

    expect([code, stderr]).toEqual([1, expect.stringContaining('Kontor runs already')]);
    expect(files.read()).toEqual({ current, pending: null });
  });

  it('prevents the start with the old SECRET_KEY, and names the file with the new one', async () => {
    env['SECRET_KEY'] = files.read().current ?? '';
    await withFile('9e3b7a150d6c48f2'.repeat(4), (file) => rotate('--new-key-file', file));
    const { code, stderr } = await runKontor(['serve'], { env });

    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/SECRET_KEY is still the one before[\s\S]*Fix: Set SECRET_KEY/),
    ]);
    expect(stderr).toContain('secret-key.new');
    env['SECRET_KEY'] = files.read().pending ?? '';
    await stop(await serve());
    expect(files.read().pending).toBeNull();
  });
});
