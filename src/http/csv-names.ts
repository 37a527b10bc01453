import type { NamedField, Names, Reader } from '../access/names.js';
import type { Columns } from './csv.js';
import { isId } from './wire-values.js';

/** Columns of a table beside an id: what its thing is called. Programs that read JSON ask for the things themselves. */
export type NameColumn = 'symbol' | 'acct_name' | 'owner_name' | 'user_name' | 'actor_name' | 'placed_by_name';

/** In which field of a row the id stands, and whose name it is; some names are told of rows of one kind only. */
type Source = Readonly<{ column: NameColumn; id: string; field: NamedField; isFor?: (row: Row) => boolean }>;

type Row = Readonly<Record<string, unknown>>;

/** Whoever sees what was done is told which administrator did it on behalf of somebody; people who did it themselves are named to those who may know them. */
const actorIn = (column: NameColumn, id: string): Source[] => [
  { column, id, field: 'actor_name', isFor: (row) => row[id] !== row['user_id'] },
  { column, id, field: 'user_name', isFor: (row) => row[id] === row['user_id'] },
];

const SOURCES: readonly Source[] = [
  { column: 'symbol', id: 'instrument_id', field: 'instrument_id' },
  { column: 'acct_name', id: 'acct_id', field: 'acct_id' },
  { column: 'owner_name', id: 'acct_id', field: 'acct_owner' },
  { column: 'owner_name', id: 'owner_id', field: 'user_name' },
  { column: 'user_name', id: 'user_id', field: 'user_name' },
  ...actorIn('actor_name', 'acting_user_id'),
  ...actorIn('placed_by_name', 'placed_by'),
];

const ofPeople: ReadonlySet<NamedField> = new Set<NamedField>(['user_name', 'actor_name']);

/** The rows with the names that these columns ask for. What a row says itself stays. */
export async function withNames(
  rows: readonly object[],
  columns: Columns,
  { names, reader }: Readonly<{ names: Names; reader: Reader }>,
): Promise<readonly object[]> {
  const told = rows as readonly Row[];
  const wanted = SOURCES.filter(({ column }) => columns.includes(column) && told.some((row) => !(column in row)));
  const idsOf = ({ id, isFor }: Source): number[] =>
    told.flatMap((row) => (isFor?.(row) === false ? [] : [row[id]].filter(isId)));
  const ids = new Map<NamedField, Set<number>>();
  for (const source of wanted) ids.set(source.field, new Set([...(ids.get(source.field) ?? []), ...idsOf(source)]));
  if (ids.size === 0) return rows;
  const named = await names.of(ids, reader);
  const nameIn = (row: Row, { column, id, field, isFor }: Source): readonly (readonly [string, string])[] => {
    const of = row[id];
    if (column in row || !isId(of) || isFor?.(row) === false) return [];
    return [[column, ofPeople.has(field) ? personName(named(field, of), of) : named(field, of)]];
  };
  return told.map((row) => ({ ...Object.fromEntries(wanted.flatMap((source) => nameIn(row, source))), ...row }));
}

/** People are told apart by their number by whoever may not know their names. */
const personName = (name: string, id: number): string => (name === String(id) ? `user ${id}` : name);
