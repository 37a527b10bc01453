import { createServer } from 'node:net';
import type { ServiceProcess } from '../support/checkout.js';
import { openExternal, programDirectories } from '../support/external-postgres.js';
import { startKontor, runKontor } from '../support/kontor-process.js';
import { openWorkspace, query } from '../support/postgres-service.js';

const servers = Object.entries(await programDirectories());

type External = Awaited<ReturnType<typeof openExternal>>;

describe.each(servers)('DATABASE_URL of %s', (_name, programs) => {
  let external: External;
  let workspace: Awaited<ReturnType<typeof openWorkspace>>;
  let service: ServiceProcess | null = null;
  const createEnvironment = (databaseUrl: string) => ({
    env: { DATABASE_URL: databaseUrl, DATA_DIR: workspace.dataDir, MODE: 'sandbox' },
  });
  beforeAll(async () => {
    external = await openExternal(programs);
    workspace = await openWorkspace();
  });
  afterAll(async () => {
    service?.end('SIGKILL');
    await external.close();
    await workspace.close();
  });

  it('works from the start to the first token, and stops in order', async () => {
    service = startKontor(['serve', '--json'], createEnvironment(await external.openDatabase('works')));
    await service.says(/^}/m);
    const { url, first_sign_in: first } = JSON.parse(service.stdout) as {
      url: string;
      first_sign_in: { email: string; password: string; client_id: string; client_secret: string };
    };
    const response = await fetch(`${url}/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${first.client_id}:${first.client_secret}`)}` },
      body: new URLSearchParams({ grant_type: 'password', username: first.email, password: first.password }),
    });

    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ access_token: expect.any(String), token_type: 'bearer' });
    service.signal('SIGTERM');
    expect(await service.ended).toBe(0);
    expect(service.said).not.toContain('Starting PostgreSQL');
  });

  it('is migrated once by two simultaneous starts', async () => {
    const environment = createEnvironment(await external.openDatabase('twice'));
    const both = await Promise.all([
      runKontor(['migrate', '--json'], environment),
      runKontor(['migrate', '--json'], environment),
    ]);
    const reports = both.map(
      ({ stdout }) => JSON.parse(stdout) as { applied: string[]; applied_now: string[]; pending: string[] },
    );

    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(reports[0]?.applied).toEqual(reports[1]?.applied);
    expect(reports.map(({ applied_now: now }) => now.length).sort()).toEqual([0, reports[0]?.applied.length]);
    expect(reports.flatMap(({ pending }) => pending)).toEqual([]);
  });

  it('is only read by doctor and by migrate --pending', async () => {
    const url = await external.openDatabase('untouched');
    const doctor = await runKontor(['doctor', '--json'], createEnvironment(url));
    const migrate = await runKontor(['migrate', '--pending', '--json'], createEnvironment(url));

    expect(doctor.code).toBe(0);
    expect(JSON.parse(doctor.stdout)).toMatchObject({
      healthy: true,
      checks: expect.arrayContaining([expect.objectContaining({ name: 'tables', status: 'warn' })]),
    });
    expect(JSON.parse(migrate.stdout)).toMatchObject({ applied: [], applied_now: [] });
    expect(
      await query(url, `select count(*)::int as made from pg_class where relnamespace = 'public'::regnamespace`),
    ).toEqual([{ made: 0 }]);
  });

  it('is rejected when a newer release has migrated it, and stays unchanged', async () => {
    const url = await external.openDatabase('newer');
    await runKontor(['migrate'], createEnvironment(url));
    await query(url, `insert into mikro_orm_migrations (name) values ('9999-from-the-future')`);
    const { code, stderr } = await runKontor(['serve'], createEnvironment(url));

    expect(code).toBe(1);
    expect(stderr).toContain(
      'The database was migrated by a newer release of Kontor (9999-from-the-future).\nFix: Start that release',
    );
    expect(stderr).not.toMatch(/\n\s+at /);
  });
});

describe('DATABASE_URL that cannot be used', () => {
  let external: External;
  let workspace: Awaited<ReturnType<typeof openWorkspace>>;
  const silent = createServer(() => undefined);
  beforeAll(async () => {
    external = await openExternal(servers[0]?.[1] ?? '');
    workspace = await openWorkspace();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    await external.openDatabase('mine');
    await external.operator(
      'create database theirs',
      'create role crowd login connection limit 0',
      `alter role crowd password 'crowd'`,
    );
    await query(external.url('theirs'), 'revoke create on schema public from public');
    await external.operator('create database closed', 'revoke connect on database closed from public');
  });
  afterAll(async () => {
    silent.close();
    await external.close();
    await workspace.close();
  });

  const secret = encodeURIComponent(`it's:@/secret`);
  const port = () => (silent.address() as { port: number }).port;
  const cases: readonly (readonly [string, () => string, RegExp])[] = [
    [
      'nobody listens',
      () => 'postgres://kontor:hunter2@127.0.0.1:9/kontor',
      /^The database kontor at 127\.0\.0\.1:9 cannot be reached: .*ECONNREFUSED.*\nFix: See that PostgreSQL runs/,
    ],
    [
      'the host has no address',
      () => 'postgres://kontor:hunter2@nowhere.invalid/kontor',
      /^The database kontor at nowhere\.invalid:5432 cannot be reached: .*\nFix: See that PostgreSQL runs/,
    ],
    [
      'a user listens and says nothing',
      () => `postgres://kontor:hunter2@127.0.0.1:${port()}/kontor`,
      /^The database kontor at 127\.0\.0\.1:\d+ cannot be reached: .*\nFix: See that PostgreSQL runs/,
    ],
    [
      'the password is wrong',
      () => external.url('mine', 'mine', 'hunter2'),
      /^The database mine at \S+ refused the password: .*\nFix: Correct user and password/,
    ],
    [
      'the user is unknown',
      () => external.url('mine', 'nobody', 'hunter2'),
      /^The database mine at \S+ refused the password: .*\nFix: Correct user and password/,
    ],
    [
      'there is no password',
      () => external.url('mine', 'mine', 'x').replace(':x@', '@'),
      /^The database mine at \S+ asks for a password, and DATABASE_URL has none\.\nFix: Write it there/,
    ],
    [
      'there is no such database',
      () => external.url('nothing', 'mine', secret),
      /^The database nothing at \S+ does not exist: .*\nFix: Create it/,
    ],
    [
      'the user may not connect there',
      () => external.url('closed', 'mine', secret),
      /^The database closed at \S+ may not be connected to: .*\n.*GRANT CONNECT/,
    ],
    [
      'the user may not create tables',
      () => external.url('theirs', 'mine', secret),
      /^The user mine may not create tables in the database theirs at .*\n.*GRANT CREATE ON SCHEMA public TO "mine"/,
    ],
    [
      'the user has no connection left',
      () => external.url('mine', 'crowd', 'crowd'),
      /^The database mine at \S+ has no connection left: .*\n/,
    ],
    [
      'the server knows no encryption',
      () => `${external.url('mine', 'mine', secret)}?sslmode=verify-full`,
      /^The database mine at \S+ cannot be reached: .*SSL.*\nFix: See that PostgreSQL runs.*sslmode/,
    ],
  ];

  it.each(cases)(
    'because of %s prints one sentence with its fix, soon and without the password',
    async (_why, url, sentence) => {
      const { code, stdout, stderr, milliseconds } = await runKontor(['serve'], {
        env: { DATABASE_URL: url(), DATA_DIR: workspace.dataDir, MODE: 'sandbox' },
      });
      const [, ...reports] = stderr.split('\n').filter((line) => !line.startsWith('Warning:'));

      expect(reports.join('\n')).toMatch(sentence);
      expect(reports.filter(Boolean)).toHaveLength(2);
      expect(stderr + stdout).not.toMatch(/hunter2|it's:@|it%27s/);
      expect(code).toBe(1);
      expect(milliseconds).toBeLessThan(10_000);
    },
  );
});
