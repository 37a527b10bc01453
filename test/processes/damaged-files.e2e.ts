import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceProcess } from '../support/checkout.js';
import { killQuietly } from '../support/kill-quietly.js';
import { startKontor } from '../support/kontor-process.js';
import { openWorkspace, postmasterOf, query, urlOf } from '../support/postgres-service.js';

const ready = /Kontor is ready at (\S+)/;

/** One data directory, made once and damaged in turn, in order. */
describe('start with a damaged file in the data directory', () => {
  let workspace: Awaited<ReturnType<typeof openWorkspace>>;
  let users: unknown;
  const started: ServiceProcess[] = [];
  const path = (name: string): string => join(workspace.dataDir, name);
  const passwordFile = () => path('postgres/cluster/kontor-password');
  const serve = (): ServiceProcess => {
    const service = startKontor(['serve'], { env: { DATA_DIR: workspace.dataDir } });
    started.push(service);
    return service;
  };
  const usersNow = async () => query(await urlOf(workspace.dataDir), 'select id, email from users order by id');
  const expectStart = async (): Promise<void> => {
    const service = serve();
    await service.says(ready);
    users ??= await usersNow();
    expect(await usersNow()).toEqual(users);
    service.signal('SIGTERM');
    expect(await service.ended).toBe(0);
  };
  /** Ends with exit code 1, names the file and the fix, and shows no stack. */
  const expectRefusal = async (finding: RegExp): Promise<void> => {
    const service = serve();
    expect([await service.ended, service.stderr]).toEqual([1, expect.stringMatching(finding)]);
    expect(service.stderr).toMatch(/\nFix: \S/);
    expect(service.said).not.toMatch(/\n\s+at |"stack"|uncaught/);
  };
  const isPostgresGone = () =>
    postmasterOf(workspace.dataDir).then(
      () => false,
      () => true,
    );
  beforeAll(async () => {
    workspace = await openWorkspace();
    await expectStart();
  });
  afterAll(async () => {
    for (const service of started) service.end('SIGKILL');
    await postmasterOf(workspace.dataDir).then(
      (pid) => killQuietly(pid, 'SIGQUIT'),
      () => undefined,
    );
    await workspace.close();
  });

  it.each([
    ['empty', '', /kontor-password is empty/],
    ['garbled', '\0'.repeat(32), /kontor-password holds something else/],
    ['of another database', 'x'.repeat(32), /kontor-password is not the one that the database knows/],
  ])('names a database password that is %s, and the fix', async (_name, content, finding) => {
    const right = readFileSync(passwordFile());
    writeFileSync(passwordFile(), content);

    await expectRefusal(finding);
    writeFileSync(passwordFile(), right);
  });

  it('sets a new database password when the damaged file was removed, and keeps the data', async () => {
    const before = readFileSync(passwordFile(), 'utf8');
    rmSync(passwordFile());

    await expectStart();
    expect(readFileSync(passwordFile(), 'utf8')).not.toBe(before);
  });

  it.each([
    ['empty', '', /secret-key is damaged: it has 0 characters/],
    ['garbled', '\0'.repeat(65), /secret-key is damaged: it is not text/],
  ])('names a secret key that is %s, and the fix, before anything is started', async (_name, content, finding) => {
    const right = readFileSync(path('secret-key'));
    writeFileSync(path('secret-key'), content);

    await expectRefusal(finding);
    expect(await isPostgresGone()).toBe(true);
    writeFileSync(path('secret-key'), right);
  });

  it('names an unreadable claim file and the fix', async () => {
    mkdirSync(path('service.json'));

    await expectRefusal(/service\.json, which says who uses the data directory, cannot be read/);
    rmSync(path('service.json'), { recursive: true });
  });

  it('replaces an empty claim file and removes drafts with secrets', async () => {
    writeFileSync(path('service.json'), '');
    for (const name of ['first-sign-in.json.4194300', 'secret-key.4194300']) writeFileSync(path(name), 'secret');

    await expectStart();
    expect(readdirSync(workspace.dataDir).sort()).toEqual([
      'clock.json',
      'first-sign-in.json',
      'postgres',
      'secret-key',
      'snapshots',
    ]);
  });

  it('removes an empty postmaster.pid', async () => {
    writeFileSync(path('postgres/cluster/postmaster.pid'), '');

    await expectStart();
    expect(await isPostgresGone()).toBe(true);
  });
});
