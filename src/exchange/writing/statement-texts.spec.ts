import { readFileSync } from 'node:fs';
import * as administrativeTables from './administrative-tables.js';
import { BATCH } from './batch-statement.js';
import { insertInto, type WrittenTable } from './columns.js';

/** The statements as they were written by hand, separated by empty lines: the batch first, then one per table. */
const [batch, ...insertions] = readFileSync(`${import.meta.dirname}/statement-texts.sql`, 'utf8').trimEnd().split('\n\n');

describe('the statements of the writer', () => {
  it('are for a batch the pinned text, byte for byte', () => {
    expect(BATCH).toBe(batch);
  });

  it('are for administrative tables the pinned texts, byte for byte', () => {
    expect(Object.values(administrativeTables).map((table) => insertInto(table as WrittenTable<never>, 1))).toEqual(
      insertions,
    );
  });
});
