import { PasswordsService } from '../../src/users/passwords.service.js';
import type { TestApp } from './test-app.js';

/**
 * Follows the queue of passwords: whose turn came in which order. No turn goes on until a password of `lastEmail` stands in the queue, so the
 * order does not depend on how fast the machine is.
 */
export function holdPasswordTurns({ app }: TestApp, lastEmail: string) {
  const passwords = app.get(PasswordsService, { strict: false });
  const verify = passwords.verify.bind(passwords);
  const released = Promise.withResolvers<undefined>();
  const turns: string[] = [];
  const counts = { queued: 0, running: 0 };
  passwords.verify = (find, password, waiter) => {
    const result = verify(
      async () => {
        turns.push(waiter.user);
        await released.promise;
        return find();
      },
      password,
      waiter,
    );
    counts.queued += 1;
    if (waiter.user === lastEmail) {
      counts.running = turns.length;
      released.resolve(undefined);
    }
    return result;
  };
  return { turns, counts };
}
