import type { NamedField, Names, Reader } from '../access/names.js';
import type { Columns } from './csv.js';
import { isId } from './wire-values.js';

/** Columns of a table beside an id: what its thing is called. Programs that read JSON ask for the things themselves. */
export type NameColumn = 'symbol' | 'acct_name' | 'owner_name';

/** In which field of a row the id stands, and whose name it is. */
const SOURCES: readonly Readonly<{ column: NameColumn; id: string; field: NamedField }>[] = [
  { column: 'symbol', id: 'instrument_id', field: 'instrument_id' },
  { column: 'acct_name', id: 'acct_id', field: 'acct_id' },
  { column: 'owner_name', id: 'acct_id', field: 'acct_owner' },
  { column: 'owner_name', id: 'owner_id', field: 'user_name' },
];

type Row = Readonly<Record<string, unknown>>;

/** The rows with the names that these columns ask for. What a row says itself stays. */
export async function withNames(rows: readonly object[], columns: Columns, { names, reader }: Readonly<{ names: Names; reader: Reader }>): Promise<readonly object[]> {
  const wanted = SOURCES.filter(({ column, id }) => columns.includes(column) && rows.some((row) => !(column in row) && isId((row as Row)[id])));
  if (wanted.length === 0) return rows;
  const ids = new Map(wanted.map(({ id, field }) => [field, new Set(rows.flatMap((row) => [(row as Row)[id]].filter(isId)))]));
  const named = await names.of(ids, reader);
  return rows.map((row) => {
    const told = wanted.flatMap(({ column, id, field }) => {
      const of = (row as Row)[id];
      return column in row || !isId(of) ? [] : [[column, field === 'user_name' ? ownerName(named(field, of), of) : named(field, of)] as const];
    });
    return { ...Object.fromEntries(told), ...row };
  });
}

/** People are told apart by their number by whoever may not know their names. */
const ownerName = (name: string, id: number): string => (name === String(id) ? `user ${id}` : name);
