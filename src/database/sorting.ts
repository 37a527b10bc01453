import { type FilterQuery, raw } from '@mikro-orm/postgresql';

/** The order of a list: by a field from its least value, or with `-` before it from its greatest. */
export type Sort<Field extends string> = Field | `-${Field}`;

export type SortOrder<Field extends string> = Readonly<{ field: Field; isDescending: boolean }>;

/** A page of a list: at most `size` rows behind the id `after`, or behind `offset` rows in the order of a field. */
export type SortedRange<Field extends string> = Readonly<{
  size: number;
  after: number | null;
  offset?: number;
  sort?: SortOrder<Field> | null;
}>;

export function parseSort<Field extends string>(sort: Sort<Field> | undefined): SortOrder<Field> | null {
  if (sort === undefined) return null;
  const isDescending = sort.startsWith('-');
  return { field: sort.slice(isDescending ? 1 : 0) as Field, isDescending };
}

export type SortValue = string | number | bigint | null;

/** Symbols and names as people sort them: `ES2` before `ES10`, and without regard to case. */
const collator = new Intl.Collator('en', { numeric: true });

/** Sorted by these values: numbers by value, text by locale. Rows without a value come last in either direction, and equal ones keep their order. */
export function sortRows<Row>(
  rows: readonly Row[],
  getValue: (row: Row) => SortValue,
  { isDescending }: Pick<SortOrder<string>, 'isDescending'>,
): Row[] {
  const direction = isDescending ? -1 : 1;
  return rows
    .map((row) => ({ row, value: getValue(row) }))
    .sort(({ value: one }, { value: other }) => {
      if (one === null || other === null) return Number(one === null) - Number(other === null);
      return direction * compareValues(one, other);
    })
    .map(({ row }) => row);
}

function compareValues(one: string | number | bigint, other: string | number | bigint): number {
  if (typeof one === 'string' || typeof other === 'string') return collator.compare(String(one), String(other));
  return one < other ? -1 : Number(one > other);
}

/** By what a statement of the EntityManager sorts: a property, or SQL of the alias of its table. */
export type SortColumns<Field extends string, Entity> = Readonly<
  Record<Field, (keyof Entity & string) | ((alias: string) => string)>
>;

type Direction = 'asc' | 'desc' | 'asc nulls last' | 'asc nulls first' | 'desc nulls last' | 'desc nulls first';

/** From a row on through the list, or back towards its start. */
export type Way = 'after' | 'before';

/** The order of a statement of the EntityManager: rows without a value come last, equal ones by id. Backwards all the other way round. */
export function toOrder<Field extends string, Entity>(
  sort: SortOrder<Field> | null,
  columns: SortColumns<Field, Entity>,
  way: Way = 'after',
): Record<PropertyKey, Direction>[] {
  const byId: Record<PropertyKey, Direction> = { id: way === 'after' ? 'asc' : 'desc' };
  if (sort === null) return [byId];
  const column = columns[sort.field];
  const direction: Direction = `${sort.isDescending === (way === 'after') ? 'desc' : 'asc'} nulls ${way === 'after' ? 'last' : 'first'}`;
  return [{ [typeof column === 'string' ? column : raw(column)]: direction }, byId];
}

/** The place of a row in a sorted list. */
type Place = Readonly<{ id: number; value: string | number | null; way: Way }>;

/** The rows after a place in the order of `toOrder`, or before it. */
export function toSide<Field extends string, Entity>(
  sort: SortOrder<Field> | null,
  columns: SortColumns<Field, Entity>,
  { id, value, way }: Place,
): FilterQuery<Entity> {
  const beyond: object = { id: way === 'after' ? { $gt: id } : { $lt: id } };
  if (sort === null) return beyond;
  const column = columns[sort.field];
  const where = (condition: unknown): object => ({ [typeof column === 'string' ? column : raw(column)]: condition });
  const isGreater = sort.isDescending !== (way === 'after');
  const sides: object[] = [{ $and: [where(value), beyond] }];
  if (value !== null) sides.push(where(isGreater ? { $gt: value } : { $lt: value }));
  if ((value === null) === (way === 'before')) sides.push(where(value === null ? { $ne: null } : null));
  return { $or: sides } as FilterQuery<Entity>;
}
