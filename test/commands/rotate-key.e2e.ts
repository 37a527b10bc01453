import { createLocalJWKSet, jwtVerify } from 'jose';
import { commandLine, withFile } from '../support/command-line.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { people, type Person } from '../support/people.js';
import { openReceiver, type Receiver } from '../support/receiver.js';
import { openSealedService, settings } from './sealed-service.js';
import { knownSealedColumns } from '../support/secret-key.js';

const [OLD, NEW, WRONG] = ['4f1d0c6a9b7e3582'.repeat(4), '9e3b7a150d6c48f2'.repeat(4), '0a1b2c3d4e5f6978'.repeat(4)];

describe('kontor rotate-key', () => {
  let receiver: Receiver;
  let testApp: TestApp;
  let ada: Person;
  beforeAll(async () => (receiver = await openReceiver()));
  afterAll(() => receiver.close());
  afterEach(() => testApp.close());

  const openStoppedService = async (env: Readonly<Record<string, string>> = {}) => {
    const before = await openSealedService(receiver, env);
    ({ testApp, ada } = before);
    return before;
  };
  const openAgain = (secretKey: string | null) =>
    openTestApp({ beside: testApp, env: { ...settings, SECRET_KEY: secretKey ?? '' } });

  const expectUnchanged = async (
    at: TestApp,
    { read, repeat, seen: recorded, made: createdBody }: Awaited<ReturnType<typeof openStoppedService>>,
  ) => {
    const now = await read(at);
    expect([now.keys, now.hooks, now.jwks, now.signed]).toEqual([
      recorded.keys,
      recorded.hooks,
      recorded.jwks,
      recorded.signed,
    ]);
    expect(recorded.signed).toEqual([
      { type: 'test', signatures: 1 },
      { type: 'test', signatures: 2 },
    ]);
    await expect(jwtVerify(recorded.idToken, createLocalJWKSet(now.jwks))).resolves.toBeDefined();
    await expect(jwtVerify(now.idToken, createLocalJWKSet(recorded.jwks))).resolves.toBeDefined();
    const copy = await repeat(at);
    expect([copy.headers['idempotent-replayed'], copy.body]).toEqual(['true', createdBody]);
  };

  it('replaces the key in the data directory: secrets, signatures and idempotent copies keep working', async () => {
    const before = await openStoppedService();
    const { current: old } = before.files.read();

    const { code, result } = await before.kontor('rotate-key');

    const { current, pending } = before.files.read();
    expect([code, result.outcome, result.set_secret_key_to, pending]).toEqual([0, 'rotated', null, null]);
    expect(current).toMatch(/^[0-9a-f]{64}$/);
    expect(current).not.toBe(old);
    expect(Object.keys(result.values).sort()).toEqual(knownSealedColumns());
    for (const [column, count] of Object.entries(result.values))
      expect([column, count]).toEqual([column, { resealed: expect.any(Number), already: 0, unreadable: 0 }]);
    expect(result.values).toMatchObject({
      'webhooks.sealed_secret': { resealed: 2 },
      'webhooks.previous_sealed_secret': { resealed: 1 },
      'signing_keys.sealed_private_jwk': { resealed: 1 },
      'digest_keys.sealed_key': { resealed: 1 },
    });

    const after = await openAgain(current);
    await expectUnchanged(after, before);
    await after.close();
    const blind = await openAgain(old);
    expect((await before.read(blind)).hooks.map(({ secret }) => secret)).toEqual(['', '']);
    await blind.close();
  });

  it('replaces the key a second time, and copies from before the first still work', async () => {
    const before = await openStoppedService();
    await before.kontor('rotate-key');
    const { code } = await before.kontor('rotate-key');

    const after = await openAgain(before.files.read().current);
    await expectUnchanged(after, before);
    expect(code).toBe(0);
    await after.close();
  });

  it('writes an audit entry', async () => {
    const before = await openStoppedService();
    await before.kontor('rotate-key');
    const after = await openAgain(before.files.read().current);
    const admin = await people.admin(after);

    expect((await after.request('GET', '/audit?action=secret_key.rotated', { as: admin.token })).json()).toMatchObject([
      { action: 'secret_key.rotated', outcome: 'granted', detail: expect.stringMatching(/^\d+ values sealed anew$/) },
    ]);
    await after.close();
  });

  it('with SECRET_KEY set re-seals under the key of a file, prints what to set, and repeats it when called again', async () => {
    const before = await openStoppedService({ SECRET_KEY: OLD });
    const rotate = () => withFile(`${NEW}\n`, (file) => before.kontor('rotate-key', '--new-key-file', file));

    const [first, second] = [await rotate(), await rotate()];

    expect([first.code, first.result.outcome, second.code, second.result.outcome]).toEqual([
      0,
      'rotated',
      0,
      'completed',
    ]);
    for (const { result } of [first, second])
      expect(result.set_secret_key_to).toBe(`${testApp.config.dataDir}/secret-key.new`);
    expect(before.files.read()).toEqual({ current: null, pending: NEW });
    const after = await openAgain(NEW);
    await expectUnchanged(after, before);
    await after.close();
  });

  it('with SECRET_KEY set refuses to run under the old key and removes its file once the new one is set', async () => {
    const before = await openStoppedService({ SECRET_KEY: OLD });
    await withFile(NEW, (file) => before.kontor('rotate-key', '--new-key-file', file));
    const { pending } = before.files.read();

    const early = await before.kontor('key', 'list');
    expect([early.code, early.result.error.message]).toEqual([
      1,
      expect.stringContaining('SECRET_KEY is still the one before'),
    ]);
    expect(early.result.error.fix).toContain('Set SECRET_KEY');

    const later = await commandLine(testApp, { SECRET_KEY: pending ?? '' })('key', 'list');
    expect([later.code, before.files.read().pending]).toEqual([0, null]);
    const after = await openAgain(pending);
    await expectUnchanged(after, before);
    await after.close();
  });

  it('rejects a wrong old key before anything changes', async () => {
    const before = await openStoppedService({ SECRET_KEY: OLD });
    const { code, result } = await withFile(NEW, (file) =>
      commandLine(testApp, { SECRET_KEY: WRONG })('rotate-key', '--new-key-file', file),
    );

    expect([code, result.error.message]).toEqual([
      1,
      expect.stringMatching(/SECRET_KEY does not open what is sealed: .*clients\.sealed_secret.*Nothing was changed/),
    ]);
    expect(before.files.read()).toEqual({ current: null, pending: null });
    const after = await openAgain(OLD);
    await expectUnchanged(after, before);
    await after.close();
  });

  it('keeps values that no key opens only with the option, and seals the others', async () => {
    const before = await openStoppedService({ SECRET_KEY: OLD });
    const other = await openAgain(WRONG);
    await other.request('POST', '/oauth/client', { as: ada.token, body: { name: 'Under another key' } });
    await other.close();

    const rotate = (...words: string[]) =>
      withFile(NEW, (file) => before.kontor('rotate-key', '--new-key-file', file, ...words));
    expect((await rotate()).result.error.message).toContain('1 in clients.sealed_secret');
    const { code, result } = await rotate('--leave-unreadable');

    expect([code, result.values['clients.sealed_secret'].unreadable, result.values['webhooks.sealed_secret']]).toEqual([
      0,
      1,
      { resealed: 2, already: 0, unreadable: 0 },
    ]);
  });

  it('with SECRET_KEY set creates no key that exists in the data directory only', async () => {
    const before = await openStoppedService({ SECRET_KEY: OLD });
    const { code, result } = await before.kontor('rotate-key');

    expect([code, result.error.message, result.error.fix]).toEqual([
      1,
      expect.stringContaining('SECRET_KEY is set'),
      expect.stringContaining('--new-key-file'),
    ]);
    expect(before.files.read()).toEqual({ current: null, pending: null });
  });

  it('is suggested by the log of a service that starts with the old key', async () => {
    const before = await openStoppedService({ SECRET_KEY: OLD });
    await withFile(NEW, (file) => before.kontor('rotate-key', '--new-key-file', file));
    const lines: string[] = [];
    for (const key of [OLD, NEW])
      await (
        await openTestApp({ beside: testApp, env: { ...settings, SECRET_KEY: key }, log: (line) => lines.push(line) })
      ).close();

    expect(lines.filter((line) => line.includes('not the one under which this database is sealed'))).toHaveLength(1);
  });

  it.each([
    ['too short', 'x'.repeat(31), 'too weak'],
    ['two lines', `${NEW}\n${OLD}`, 'too weak'],
  ])('refuses a new key that is %s', async (_what, key, expected) => {
    const before = await openStoppedService();
    const files = before.files.read();
    const { code, result } = await withFile(key, (file) => before.kontor('rotate-key', '--new-key-file', file));

    expect([code, result.error.message]).toEqual([1, expect.stringContaining(expected)]);
    expect(before.files.read()).toEqual(files);
  });

  it('refuses to run beside a process that uses the database', async () => {
    const before = await openStoppedService();
    const running = await openAgain(before.files.read().current);
    const { code, result } = await before.kontor('rotate-key');

    expect([code, result.error.message]).toEqual([
      1,
      expect.stringMatching(/A service uses this database|Other processes use this database/),
    ]);
    expect(result.error.fix).toContain('Stop the service');
    await running.close();
  });

  it('changes nothing when the new key equals the current one', async () => {
    const before = await openStoppedService();
    const files = before.files.read();
    const { code, result } = await withFile(files.current ?? '', (file) =>
      before.kontor('rotate-key', '--new-key-file', file),
    );

    expect([code, result.outcome, before.files.read()]).toEqual([0, 'unchanged', files]);
  });

  describe('interrupted', () => {
    it.each([
      ['kontor rotate-key', ['rotate-key']],
      ['another command', ['key', 'list']],
    ])('between its commit and the new file is completed by %s', async (_name, words) => {
      const before = await openStoppedService();
      const { current: old } = before.files.read();
      await before.kontor('rotate-key');
      const { current } = before.files.read();
      before.files.write({ current: old, pending: current });

      const { code, result } = await before.kontor(...words);

      expect([code, before.files.read()]).toEqual([0, { current, pending: null }]);
      if (words[0] === 'rotate-key') expect(result.outcome).toBe('completed');
      const after = await openAgain(current);
      await expectUnchanged(after, before);
      await after.close();
    });

    it('before its commit changes nothing: the next command uses the old key and removes the new one', async () => {
      const before = await openStoppedService();
      const { current } = before.files.read();
      before.files.write({ current, pending: NEW });

      expect((await before.kontor('key', 'list')).code).toBe(0);

      expect(before.files.read()).toEqual({ current, pending: null });
      const after = await openAgain(current);
      await expectUnchanged(after, before);
      await after.close();
    });

    it('after its commit is completed with the created key when called again', async () => {
      const before = await openStoppedService();
      before.files.write({ ...before.files.read(), pending: NEW });

      expect((await before.kontor('rotate-key')).result.outcome).toBe('rotated');

      expect(before.files.read()).toEqual({ current: NEW, pending: null });
      const after = await openAgain(NEW);
      await expectUnchanged(after, before);
      await after.close();
    });
  });

  it('covers every sealed column and every sealed value of the database', async () => {
    await openStoppedService();
    const second = await openAgain(testApp.config.secretKey);
    await second.request('GET', '/users/me', { as: ada.token });
    const execute = (statement: string) => second.orm.em.fork().execute<{ table: string; column: string }[]>(statement);
    const texts = await execute(
      `select table_name as "table", column_name as "column" from information_schema.columns where table_schema = 'public' and data_type in ('text', 'character varying', 'jsonb')`,
    );
    const named = texts
      .filter(({ column }) => column.includes('sealed'))
      .map(({ table, column }) => `${table}.${column}`);
    const found: string[] = [];
    for (const { table, column } of texts) {
      const rows = await execute(
        `select 1 from "${table}" where "${column}"::text ~ '^"?v1[.][A-Za-z0-9_-]{38,}"?$' limit 1`,
      );
      if (rows.length > 0) found.push(`${table}.${column}`);
    }
    await second.close();

    expect(knownSealedColumns()).toEqual(expect.arrayContaining(named));
    expect(knownSealedColumns()).toEqual(expect.arrayContaining(found));
    expect(found).toEqual(
      expect.arrayContaining(knownSealedColumns().filter((name) => name !== 'digest_keys.sealed_key')),
    );
  });
});
