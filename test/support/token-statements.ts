import { REFRESH_STATEMENTS } from '../../src/auth/tokens/refresh-tokens.service.js';
import { toTokenStatement } from '../../src/auth/tokens/token-statements.js';
import { TOKEN_STATEMENTS } from '../../src/auth/tokens/tokens.service.js';
import type { TestApp } from './test-app.js';

/** The statements about tokens by name. */
export const tokenStatements: Readonly<Record<string, string>> = { ...TOKEN_STATEMENTS, ...REFRESH_STATEMENTS };

/** The text that PostgreSQL gets for a statement. */
export const translate = ({ orm }: TestApp, text: string): string => toTokenStatement(orm.getMetadata(), text);
