import pg from 'pg';
import { PLAN_SETTINGS } from '../../src/database/connection.js';
import { numberParameters } from '../../src/database/prepared-statements.service.js';
import { REFRESH_STATEMENTS } from '../../src/auth/tokens/refresh-tokens.service.js';
import { ISSUE } from '../../src/auth/tokens/token-issuer.service.js';
import { toTokenStatement } from '../../src/auth/tokens/token-statements.js';
import { TOKEN_STATEMENTS } from '../../src/auth/tokens/tokens.service.js';
import type { TestApp } from './test-app.js';

/** The statements about tokens by name. */
export const tokenStatements: Readonly<Record<string, string>> = { ISSUE, ...TOKEN_STATEMENTS, ...REFRESH_STATEMENTS };

/** The text that PostgreSQL gets for a statement. */
export const translate = ({ orm }: TestApp, text: string): string => toTokenStatement(orm.getMetadata(), text);

/** The plan that PostgreSQL makes for a prepared statement, one step per line. */
export async function explain(testApp: TestApp, text: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: testApp.database.url });
  await client.connect();
  try {
    await client.query(PLAN_SETTINGS);
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain (generic_plan, costs off) ${numberParameters(translate(testApp, text))}`,
    );
    return rows.map((row) => row['QUERY PLAN'].trim());
  } finally {
    await client.end();
  }
}
