import { MikroORM } from '@mikro-orm/postgresql';
import { ormOptions } from '../../mikro-orm.config.js';
import { TableCatalog } from '../../src/database/entity-statements.js';
import { verify } from '../../src/exchange/verification/verify.service.js';

/** The tables as the entities describe them, for readers of any database. */
export const describeTables = (url: string): TableCatalog => new TableCatalog(new MikroORM(ormOptions(url)));

const NO_SNAPSHOTS = { list: () => [], read: () => Buffer.alloc(0) };

/** What `kontor verify` finds in a database. */
export const verifyJournal = (url: string, isQuick = false) =>
  verify(url, describeTables(url), { isQuick, say: () => undefined, snapshots: NO_SNAPSHOTS });
