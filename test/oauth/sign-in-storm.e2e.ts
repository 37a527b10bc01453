import { type House, openHouse } from '../support/house.js';
import { people, type Person } from '../support/people.js';
import { basic, passwordForm, postToken } from '../support/token-endpoint.js';

const ATTEMPTS = 200;

describe('P13: two hundred who sign in at once', () => {
  let house: House;
  let ada: Person;
  beforeAll(async () => {
    // Each comes from an address of their own, as the proxy says; else most would be turned away as one who guesses.
    house = await openHouse({ env: { TRUST_PROXY: '1', RATE_LIMIT_ANONYMOUS: '100000' } });
    ada = await people.ada(house);
  });
  afterAll(() => house.close());

  const signIn = (_: unknown, index: number) => postToken(house, { form: passwordForm(ada), authorization: basic(ada.key), headers: { 'x-forwarded-for': `10.1.${Math.floor(index / 200)}.${(index % 200) + 1}` } });

  it('are signed in as far as the queue goes, and the others are told when to come again', async () => {
    const answers = await Promise.all(Array.from({ length: ATTEMPTS }, signIn));
    const [letIn, told] = [200, 503].map((status) => answers.filter(({ statusCode }) => statusCode === status));

    expect((letIn?.length ?? 0) + (told?.length ?? 0)).toBe(ATTEMPTS);
    expect([letIn?.length, told?.length].every((count) => (count ?? 0) > 0)).toBe(true);
    for (const { headers, body } of told ?? []) expect([Number(headers['retry-after']) > 0, body]).toEqual([true, expect.stringContaining('"temporarily_unavailable"')]);
  });

  it('keep nobody else waiting until they are through', async () => {
    let areThrough = false;
    const storm = Promise.all(Array.from({ length: ATTEMPTS }, signIn)).then(() => (areThrough = true));
    const answered: boolean[] = [];
    for (let asked = 0; asked < 20; asked++) {
      const me = await house.knock('GET', '/users/me', { as: ada.token });
      answered.push(me.statusCode === 200 && !areThrough);
    }
    await storm;

    expect(answered).toEqual(Array.from({ length: 20 }, () => true));
  });
});
