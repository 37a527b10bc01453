import { MikroORM } from '@mikro-orm/postgresql';
import { ormOptions } from '../../mikro-orm.config.js';
import { TableCatalog } from '../../src/database/entity-statements.js';
import { verify } from '../../src/exchange/verification/verify.service.js';

let catalog: TableCatalog | undefined;

/** The tables as the entities describe them, for readers of any database: that takes long, and is the same for each. */
export const describeTables = (): TableCatalog =>
  (catalog ??= new TableCatalog(new MikroORM(ormOptions('postgresql://127.0.0.1/unopened'))));

export const NO_SNAPSHOTS = { list: () => [], read: () => Buffer.alloc(0) };

/** What `kontor verify` finds in a database. */
export const verifyJournal = (url: string, isQuick = false) =>
  verify(url, describeTables(), { isQuick, say: () => undefined, snapshots: NO_SNAPSHOTS });
