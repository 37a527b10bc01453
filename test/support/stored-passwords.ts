import { hashPassword, needsRehash } from '../../src/users/password.js';
import { PasswordsService } from '../../src/users/passwords.service.js';
import { User } from '../../src/users/user.entity.js';
import { PasswordsBusyError } from '../../src/users/user-errors.js';
import { cheapParameters } from './cheap-passwords.js';
import type { TestApp } from './test-app.js';

const emOf = (testApp: TestApp) => testApp.orm.em.fork();

/** What the table of users keeps of a password. */
export const storedPassword = async (testApp: TestApp, email: string): Promise<string> =>
  (await emOf(testApp).findOneOrFail(User, { email })).passwordHash;

/** Whether a stored password was hashed with the recommended parameters. */
export const hasCurrentParameters = (stored: string): boolean => !needsRehash(stored);

/** Stores a password as years ago, when hashing was cheaper; answers with what is stored. */
export async function storeWithOldParameters(testApp: TestApp, email: string, password: string): Promise<string> {
  const former = await hashPassword(Buffer.from(password), { ...cheapParameters, memory: 8 });
  await emOf(testApp).nativeUpdate(User, { email }, { passwordHash: former });
  return former;
}

/** Does something while there is no capacity to hash another password; answers how often a user wanted to. */
export async function whileHashingIsBlocked(testApp: TestApp, work: () => Promise<void>): Promise<number> {
  const passwords = testApp.app.get(PasswordsService, { strict: false });
  let wanted = 0;
  Object.assign(passwords, { hash: () => Promise.reject(new PasswordsBusyError()).finally(() => wanted++) });
  try {
    await work();
  } finally {
    Reflect.deleteProperty(passwords, 'hash');
  }
  return wanted;
}
