import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose';
import { commandLine } from '../support/command-line.js';
import { type House, openHouse } from '../support/house.js';
import { giveKey, type Key, people, type Person } from '../support/people.js';
import { answerIn, authorizeUrl, visitor } from '../support/visitor.js';

const CALLBACK = 'https://app.example/cb';

describe('kontor signing-key', () => {
  let house: House;
  let kontor: ReturnType<typeof commandLine>;
  let admin: Person;
  let key: Key;
  beforeAll(async () => {
    house = await openHouse();
    kontor = commandLine(house);
    admin = await people.admin(house);
    key = await giveKey(house, admin.id, { redirectUris: [CALLBACK] });
  });
  afterAll(() => house.close());

  type Listed = Readonly<{ kid: string; algorithm: string; state: string; signs_from: string }>;
  const listed = async (): Promise<readonly Listed[]> =>
    (await kontor('signing-key', 'list')).result as readonly Listed[];
  const states = async (): Promise<string[][]> => (await listed()).map(({ kid, state }) => [kid, state]);
  const published = async (at: House): Promise<JSONWebKeySet> => (await at.knock('GET', '/oauth/jwks')).json();
  const idToken = async (at: House): Promise<string> =>
    answerIn(
      await visitor(at).authorize(
        authorizeUrl({ client_id: key.clientId, response_type: 'id_token', redirect_uri: CALLBACK, scope: 'openid' }),
        admin,
      ),
    ).fragment.id_token ?? '';
  /** Another process of the service, which has read no keys yet. */
  const freshProcess = () =>
    openHouse({ beside: house, env: { SECRET_KEY: house.config.secretKey, BASE_URL: house.config.baseUrl } });
  const letPass = (time: string) =>
    house.orm.em.execute(`update signing_keys set signs_from = signs_from - interval '${time}'`);

  it('lists nothing before a key was needed', async () => {
    expect(await kontor('signing-key', 'list')).toEqual({ code: 0, result: [] });
  });

  it('D10: brings in the next key a day before it signs, beside a running service, and keeps the one before', async () => {
    const old = await idToken(house);
    const oldKid = decodeProtectedHeader(old).kid ?? '';
    const rotated = await kontor('signing-key', 'rotate');

    expect(rotated).toEqual({
      code: 0,
      result: { kid: expect.stringMatching(/^[\w-]{43}$/), signs_from: expect.any(String), is_new: true },
    });
    expect(Date.parse(rotated.result.signs_from) - Date.now()).toBeGreaterThan(23 * 3_600_000);
    expect(await states()).toEqual([
      [oldKid, 'signs'],
      [rotated.result.kid, 'next'],
    ]);

    const now = await freshProcess();
    expect((await published(now)).keys.map(({ kid }) => kid)).toEqual([oldKid, rotated.result.kid]);
    expect(decodeProtectedHeader(await idToken(now)).kid).toBe(oldKid);
    await now.close();

    await letPass('1 day');
    const tomorrow = await freshProcess();
    const young = await idToken(tomorrow);
    expect(decodeProtectedHeader(young).kid).toBe(rotated.result.kid);
    const keys = createLocalJWKSet(await published(tomorrow));
    await expect(jwtVerify(young, keys)).resolves.toBeDefined();
    await expect(jwtVerify(old, keys)).resolves.toBeDefined();
    await tomorrow.close();
    expect(await states()).toEqual([
      [oldKid, 'verifies'],
      [rotated.result.kid, 'signs'],
    ]);

    await letPass('2 days');
    expect(await states()).toEqual([
      [oldKid, 'over'],
      [rotated.result.kid, 'signs'],
    ]);
  });

  it('makes one next key, however often it is asked', async () => {
    const before = (await listed()).length;
    const [once, twice] = [await kontor('signing-key', 'rotate'), await kontor('signing-key', 'rotate')];

    expect([once, twice]).toMatchObject([
      { code: 0, result: { is_new: true } },
      { code: 0, result: { is_new: false } },
    ]);
    expect(twice.result.kid).toBe(once.result.kid);
    expect(await listed()).toHaveLength(before + 1);
  });

  it('S17: shows no private half', async () => {
    expect(Object.keys((await listed())[0] ?? {}).sort()).toEqual([
      'algorithm',
      'created_at',
      'kid',
      'signs_from',
      'state',
    ]);
  });

  it('S09: is written down as the operator’s doing', async () => {
    const entries: unknown[] = (
      await house.knock('GET', '/audit?action=signing_key.rotated', { as: admin.token })
    ).json();

    expect(entries).toHaveLength(2);
    expect(entries[0]).toMatchObject({
      user_id: null,
      acting_user_id: null,
      address: null,
      detail: expect.stringMatching(/^key [\w-]{43}$/),
    });
  });

  it('says what is wrong with another word', async () => {
    const { code, result } = await kontor('signing-key', 'remove');

    expect([code, result.error.message]).toEqual([1, 'kontor signing-key knows no "remove".']);
  });
});
