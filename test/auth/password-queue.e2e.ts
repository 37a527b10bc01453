import { type TestApp, openTestApp } from '../support/test-app.js';
import { people, type Person } from '../support/people.js';
import { basic, passwordForm, postToken } from '../support/token-endpoint.js';

describe('the queue in which passwords are hashed', () => {
  let testApp: TestApp;
  let ada: Person;
  let bob: Person;
  let eve: Person;
  beforeEach(async () => {
    testApp = await openTestApp();
    [ada, bob, eve] = [await people.ada(testApp), await people.bob(testApp), await people.eve(testApp)];
  });
  afterEach(() => testApp.close());

  /** Sends a sign-in, and answers with its status and how many of the flood had been answered before it. */
  const amid = async (flood: readonly Promise<unknown>[], form: Record<string, string>, by: Person) => {
    let answered = 0;
    for (const one of flood) void one.then(() => (answered += 1));
    const { statusCode } = await postToken(testApp, { form, authorization: basic(by.key) });
    const before = answered;
    await Promise.all(flood);
    return { statusCode, before };
  };
  const guesses = (times: number, by: Person, username: (n: number) => string) =>
    Array.from({ length: times }, (_, n) =>
      postToken(testApp, {
        form: { ...passwordForm(by), username: username(n), password: 'a guess' },
        authorization: basic(by.key),
      }),
    );

  it('serves another API key before what one key has waiting', async () => {
    const { statusCode, before } = await amid(
      guesses(30, eve, (n) => `user${n}@example.test`),
      passwordForm(ada),
      ada,
    );

    expect(statusCode).toBe(200);
    expect(before).toBeLessThan(15);
  });

  it('serves another user of the same key before what one user has waiting', async () => {
    const { statusCode, before } = await amid(
      guesses(10, eve, () => bob.email).concat(guesses(10, eve, () => eve.email)),
      passwordForm(ada),
      eve,
    );

    expect(statusCode).toBe(200);
    expect(before).toBeLessThan(12);
  });

  it('has a place for everybody else, however many two keys send', async () => {
    const flood = [
      ...guesses(150, eve, (n) => `eve${n}@example.test`),
      ...guesses(150, bob, (n) => `bob${n}@example.test`),
    ];
    const { statusCode } = await amid(flood, passwordForm(ada), ada);
    const statuses = (await Promise.all(flood)).map((answer) => answer.statusCode);

    expect(statusCode).toBe(200);
    expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(0);
  });
});
