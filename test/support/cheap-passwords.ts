import type { createApp } from '../../src/process/app.js';
import { hashPassword, type HashParameters, RECOMMENDED_PARAMETERS } from '../../src/users/password.js';
import { PasswordsService } from '../../src/users/passwords.service.js';

type App = Awaited<ReturnType<typeof createApp>>;

/** Tests sign in some thousand times, and most of them not to see what a password costs. */
export const cheapParameters: HashParameters = { memory: 64, passes: 1, parallelism: 1 };

const cheapApps = new WeakSet<App>();

/** Must be called before the application starts. */
export function cheapenPasswords(app: App): void {
  Object.assign(app.get(PasswordsService, { strict: false }), { parameters: cheapParameters });
  cheapApps.add(app);
}

/** The hash of a password as this application makes it; one for all users with the same password. */
export function hashOnce(app: App, password: string): Promise<string> {
  const parameters = cheapApps.has(app) ? cheapParameters : RECOMMENDED_PARAMETERS;
  const key = `${parameters.memory} ${password}`;
  const hash = hashes.get(key) ?? hashPassword(Buffer.from(password), parameters);
  hashes.set(key, hash);
  return hash;
}

const hashes = new Map<string, Promise<string>>();
