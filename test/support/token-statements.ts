import type { MikroORM } from '@mikro-orm/postgresql';
import { REFRESH_STATEMENTS } from '../../src/auth/tokens/refresh-tokens.service.js';
import { toTokenStatement } from '../../src/auth/tokens/token-statements.js';
import { TOKEN_STATEMENTS } from '../../src/auth/tokens/tokens.service.js';

/** The statements about tokens by name. */
export const tokenStatements: Readonly<Record<string, string>> = { ...TOKEN_STATEMENTS, ...REFRESH_STATEMENTS };

/** The text that PostgreSQL gets for a statement. */
export const translate = (orm: MikroORM, text: string): string => toTokenStatement(orm.getMetadata(), text);
