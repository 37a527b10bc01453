import { availableParallelism } from 'node:os';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { people, type Person } from '../support/people.js';
import { basic, passwordForm, postToken } from '../support/token-endpoint.js';

const ATTEMPTS = 200;

describe('two hundred simultaneous sign-ins', () => {
  let testApp: TestApp;
  let ada: Person;
  beforeAll(async () => {
    testApp = await openTestApp();
    ada = await people.ada(testApp);
  });
  afterAll(() => testApp.close());

  const signIn = () => postToken(testApp, { form: passwordForm(ada), authorization: basic(ada.key) });

  it('are served up to the length of the queue, and the others get 429 with Retry-After', async () => {
    const responses = await Promise.all(Array.from({ length: ATTEMPTS }, signIn));
    const [accepted, rejected] = [200, 503].map((status) =>
      responses.filter(({ statusCode }) => statusCode === status),
    );

    expect((accepted?.length ?? 0) + (rejected?.length ?? 0)).toBe(ATTEMPTS);
    expect([accepted?.length, rejected?.length].every((count) => (count ?? 0) > 0)).toBe(true);
    for (const { headers, body } of rejected ?? [])
      expect([Number(headers['retry-after']) > 0, body]).toEqual([
        true,
        expect.stringContaining('"temporarily_unavailable"'),
      ]);
  });

  it('delay no other requests', async () => {
    let isFinished = false;
    const signIns = Promise.all(Array.from({ length: ATTEMPTS }, signIn)).then(() => (isFinished = true));
    const answeredInTime: boolean[] = [];
    for (let attempt = 0; attempt < 20; attempt++) {
      const me = await testApp.request('GET', '/users/me', { as: ada.token });
      answeredInTime.push(me.statusCode === 200 && !isFinished);
    }
    await signIns;

    expect(answeredInTime).toEqual(Array.from({ length: 20 }, () => true));
  });

  it('run one after another when they only guess', async () => {
    const bob = await people.bob(testApp);
    const form = { ...passwordForm(bob), password: 'a guess' };
    const responses = await Promise.all(
      Array.from({ length: 30 }, () => postToken(testApp, { form, authorization: basic(bob.key) })),
    );
    const verifiedCount = responses.filter(({ statusCode }) => statusCode === 400).length;

    // On a machine with more processors as many may be under way as are hashed at once.
    expect(verifiedCount).toBeGreaterThanOrEqual(10);
    expect(verifiedCount).toBeLessThan(10 + availableParallelism());
    expect(responses.filter(({ statusCode }) => statusCode === 429)).toHaveLength(30 - verifiedCount);
  });
});
