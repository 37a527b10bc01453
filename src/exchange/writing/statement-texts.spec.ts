import { readFileSync } from 'node:fs';
import { MikroORM } from '@mikro-orm/postgresql';
import { ormOptions } from '../../../mikro-orm.config.js';
import { TableCatalog } from '../../database/entity-statements.js';
import * as administrativeTables from './administrative-tables.js';
import { BatchStatement } from './batch-statement.js';
import { insertInto, type WrittenTable } from './columns.js';
import { resolveLedgerTables } from './ledger-tables.js';

/** The statements as they were written by hand, separated by empty lines: the batch first, then one per table. */
const [batch, ...insertions] = readFileSync(`${import.meta.dirname}/statement-texts.sql`, 'utf8')
  .trimEnd()
  .split('\n\n');

describe('the statements of the writer', () => {
  const ledger = resolveLedgerTables(new TableCatalog(new MikroORM(ormOptions('postgresql://localhost/kontor'))));

  it('are for a batch the pinned text, byte for byte', () => {
    expect(new BatchStatement(ledger).text).toBe(batch);
  });

  it('are for administrative tables the pinned texts, byte for byte', () => {
    const names = Object.keys(administrativeTables) as (keyof typeof administrativeTables)[];
    expect(names.map((name) => insertInto(ledger[name] as WrittenTable<never>, 1))).toEqual(insertions);
  });
});
