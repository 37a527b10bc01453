import { holdPasswordTurns } from '../support/password-turns.js';
import { waitUntil } from '../support/within.js';
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

  /** Sends guesses and, once all of them are in the queue, a sign-in: how many turns came before its own, and how many had come already. */
  const signInBehind = async (guesses: () => readonly Promise<unknown>[], clientOwner: Person) => {
    const { turns, counts } = holdPasswordTurns(testApp, ada.email);
    const flood = guesses();
    await waitUntil(() => counts.queued === flood.length);
    const { statusCode } = await postToken(testApp, { form: passwordForm(ada), authorization: basic(clientOwner.key) });
    await Promise.all(flood);
    return { statusCode, running: counts.running, before: turns.indexOf(ada.email) };
  };
  const sendGuesses = (times: number, clientOwner: Person, username: (n: number) => string) =>
    Array.from({ length: times }, (_, n) =>
      postToken(testApp, {
        form: { ...passwordForm(clientOwner), username: username(n), password: 'a guess' },
        authorization: basic(clientOwner.key),
      }),
    );

  it('serves another API key after one more of the backlog of one key', async () => {
    const { statusCode, running, before } = await signInBehind(
      () => sendGuesses(30, eve, (n) => `user${n}@example.test`),
      ada,
    );

    expect(statusCode).toBe(200);
    expect(before).toBeLessThanOrEqual(running + 1);
  });

  it('serves another user of a key after one more of each user of the backlog', async () => {
    const { statusCode, running, before } = await signInBehind(
      () => sendGuesses(10, eve, () => bob.email).concat(sendGuesses(10, eve, () => eve.email)),
      eve,
    );

    expect(statusCode).toBe(200);
    expect(before).toBeLessThanOrEqual(running + 2);
  });

  it('admits other callers, however many requests two keys send', async () => {
    const flood = [
      ...sendGuesses(150, eve, (n) => `eve${n}@example.test`),
      ...sendGuesses(150, bob, (n) => `bob${n}@example.test`),
    ];
    const { statusCode } = await postToken(testApp, { form: passwordForm(ada), authorization: basic(ada.key) });
    const statuses = (await Promise.all(flood)).map((response) => response.statusCode);

    expect(statusCode).toBe(200);
    expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(0);
  });
});
