import { type TestApp, openTestApp } from '../support/test-app.js';
import { people, type Person } from '../support/people.js';
import { basic, passwordForm, postToken } from '../support/token-endpoint.js';

describe('the password queue', () => {
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
  const signInDuring = async (
    flood: readonly Promise<unknown>[],
    form: Record<string, string>,
    clientOwner: Person,
  ) => {
    let answeredCount = 0;
    for (const pending of flood) void pending.then(() => (answeredCount += 1));
    const { statusCode } = await postToken(testApp, { form, authorization: basic(clientOwner.key) });
    const before = answeredCount;
    await Promise.all(flood);
    return { statusCode, before };
  };
  const sendGuesses = (times: number, clientOwner: Person, username: (n: number) => string) =>
    Array.from({ length: times }, (_, n) =>
      postToken(testApp, {
        form: { ...passwordForm(clientOwner), username: username(n), password: 'a guess' },
        authorization: basic(clientOwner.key),
      }),
    );

  it('serves another API key before the backlog of one key', async () => {
    const { statusCode, before } = await signInDuring(
      sendGuesses(30, eve, (n) => `user${n}@example.test`),
      passwordForm(ada),
      ada,
    );

    expect(statusCode).toBe(200);
    expect(before).toBeLessThan(15);
  });

  it('serves another user of a key before the backlog of one user', async () => {
    const { statusCode, before } = await signInDuring(
      sendGuesses(10, eve, () => bob.email).concat(sendGuesses(10, eve, () => eve.email)),
      passwordForm(ada),
      eve,
    );

    expect(statusCode).toBe(200);
    expect(before).toBeLessThan(12);
  });

  it('admits other callers, however many requests two keys send', async () => {
    const flood = [
      ...sendGuesses(150, eve, (n) => `eve${n}@example.test`),
      ...sendGuesses(150, bob, (n) => `bob${n}@example.test`),
    ];
    const { statusCode } = await signInDuring(flood, passwordForm(ada), ada);
    const statuses = (await Promise.all(flood)).map((response) => response.statusCode);

    expect(statusCode).toBe(200);
    expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(0);
  });
});
