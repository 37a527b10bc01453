import { availableParallelism } from 'node:os';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { people, type Person } from '../support/people.js';
import { basic, passwordForm, postToken } from '../support/token-endpoint.js';

const ATTEMPTS = 200;

describe('two hundred who sign in at once', () => {
  let testApp: TestApp;
  let ada: Person;
  beforeAll(async () => {
    testApp = await openTestApp();
    ada = await people.ada(testApp);
  });
  afterAll(() => testApp.close());

  const signIn = () => postToken(testApp, { form: passwordForm(ada), authorization: basic(ada.key) });

  it('are signed in as far as the queue goes, and the others are told when to come again', async () => {
    const answers = await Promise.all(Array.from({ length: ATTEMPTS }, signIn));
    const [letIn, rejected] = [200, 503].map((status) => answers.filter(({ statusCode }) => statusCode === status));

    expect((letIn?.length ?? 0) + (rejected?.length ?? 0)).toBe(ATTEMPTS);
    expect([letIn?.length, rejected?.length].every((count) => (count ?? 0) > 0)).toBe(true);
    for (const { headers, body } of rejected ?? [])
      expect([Number(headers['retry-after']) > 0, body]).toEqual([
        true,
        expect.stringContaining('"temporarily_unavailable"'),
      ]);
  });

  it('keep nobody else waiting until they are through', async () => {
    let areThrough = false;
    const storm = Promise.all(Array.from({ length: ATTEMPTS }, signIn)).then(() => (areThrough = true));
    const answered: boolean[] = [];
    for (let asked = 0; asked < 20; asked++) {
      const me = await testApp.request('GET', '/users/me', { as: ada.token });
      answered.push(me.statusCode === 200 && !areThrough);
    }
    await storm;

    expect(answered).toEqual(Array.from({ length: 20 }, () => true));
  });

  it('get no further than one after another, where they only guess', async () => {
    const bob = await people.bob(testApp);
    const form = { ...passwordForm(bob), password: 'a guess' };
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => postToken(testApp, { form, authorization: basic(bob.key) })),
    );
    const judged = answers.filter(({ statusCode }) => statusCode === 400).length;

    // On a machine with more processors as many may be under way as are hashed at once.
    expect(judged).toBeGreaterThanOrEqual(10);
    expect(judged).toBeLessThan(10 + availableParallelism());
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(30 - judged);
  });
});
