import { MikroORM } from '@mikro-orm/postgresql';
import { readConfig } from '../../src/config/read-config.js';
import { type FirstSignInCredentials, seedAdministrator, seedMarket } from '../../src/process/seed.js';
import type { TestApp } from './test-app.js';

/** Seeds a test app's database as a process that starts would, with further variables of its environment. Warnings are added to `warnings`. */
export function seedDatabase(
  { app, database, config }: TestApp,
  env: Readonly<Record<string, string>> = {},
  warnings: string[] = [],
): Promise<FirstSignInCredentials | null> {
  return seedAdministrator(
    app.get(MikroORM),
    readConfig({ DATABASE_URL: database.url, DATA_DIR: config.dataDir, MODE: 'sandbox', ...env }),
    (line) => warnings.push(line),
  );
}

/** The same, where it has to make something up. */
export async function readFirstSignIn(testApp: TestApp): Promise<FirstSignInCredentials> {
  const first = await seedDatabase(testApp);
  if (!first) throw new Error('the database has been seeded before');
  return first;
}

/** Brings the market of a test app to what it is at a moment, as a start at that moment would. */
export const seedSandboxMarket = ({ app }: TestApp, moment: string) => seedMarket(app.get(MikroORM), new Date(moment));
