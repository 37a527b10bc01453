import { cpuMedians } from './cpu.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { people, type Person } from '../support/people.js';
import { basic, passwordForm, postToken } from '../support/token-endpoint.js';

/** Every attempt comes from somewhere else, and users take turns: failures are counted by address and by user, and a refused guess would cost nothing. */
let attempt = 0;
const nextAddress = () => ({ 'x-forwarded-for': `10.${(attempt += 1) >> 8}.${attempt & 255}.1` });

/**
 * What cannot be distinguished by its answer cannot be distinguished by its cost either. `npm run bench -- timing` looks at the clock, as a
 * guesser would; here it is the processor's time, which a busy machine does not blur.
 */
describe('response times of rejections at the token endpoint', () => {
  let testApp: TestApp;
  let ada: Person;
  let enabled: readonly Person[];
  let disabled: readonly Person[];
  beforeAll(async () => {
    testApp = await openTestApp({ env: { TRUST_PROXY: '1' }, hasCostlyPasswords: true });
    ada = await people.ada(testApp);
    enabled = await Promise.all([0, 1, 2, 3].map((n) => people.named(testApp, `enabled${n}`)));
    disabled = await Promise.all([0, 1, 2, 3].map((n) => people.named(testApp, `disabled${n}`)));
    await testApp.orm.em.execute(`update users set enabled = false where email like 'disabled%'`);
  });
  afterAll(() => testApp.close());

  const ratio = (costs: readonly number[]): number => Math.max(...costs) / Math.min(...costs);
  const getEmail = (users: readonly Person[], round: number): string => users[round % users.length]?.email ?? '';
  const isClearlyEqual = (costs: readonly number[]): boolean => ratio(costs) < 1.15;
  const signIn = (fields: Record<string, string>) =>
    postToken(testApp, { form: passwordForm(ada, fields), authorization: basic(ada.key), headers: nextAddress() });
  const proveClient = (clientId: string) =>
    postToken(testApp, {
      form: { grant_type: 'refresh_token', refresh_token: 'x', client_id: clientId, client_secret: 'wrong' },
      headers: nextAddress(),
    });

  it('are within a fifth for unknown user, wrong password and disabled user', async () => {
    const signInWithWrongPassword = (round: number) =>
      signIn({ username: getEmail(enabled, round), password: 'wrong' });
    const signInUnknownUser = (round: number) => signIn({ username: `nobody-${round}@example.test` });
    const signInDisabledUser = (round: number) => signIn({ username: getEmail(disabled, round) });
    expect(
      (await Promise.all([signInWithWrongPassword(0), signInUnknownUser(0), signInDisabledUser(0)])).map(
        ({ statusCode }) => statusCode,
      ),
    ).toEqual([400, 400, 400]);
    const costs = await cpuMedians(
      31,
      [signInWithWrongPassword, signInUnknownUser, signInDisabledUser],
      isClearlyEqual,
    );

    expect(ratio(costs)).toBeLessThan(1.2);
  });

  it('differ without hashing (control)', async () => {
    const costs = await cpuMedians(11, [
      (round) => signIn({ username: getEmail(enabled, round), password: 'wrong' }),
      () => signIn({ password: '' }),
    ]);

    expect(ratio(costs)).toBeGreaterThan(1.2);
  });

  it('are within a fifth for an unknown key and a wrong secret', async () => {
    const costs = await cpuMedians(
      301,
      [() => proveClient(ada.key.clientId), (round) => proveClient(`unknown-${round}`)],
      isClearlyEqual,
    );

    expect(ratio(costs)).toBeLessThan(1.2);
  });
});
