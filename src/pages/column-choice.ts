/** The columns that a user has hidden, by the name of their table. */
export type HiddenColumns = ReadonlyMap<string, ReadonlySet<string>>;

/** Browsers store at least 4,096 bytes of a cookie. */
const LENGTH_MAX = 1500;
const NAME_PATTERN = '[a-z0-9-]{1,40}';
/** The name of a table or of a column, and names separated by blanks. */
export const COLUMN_NAME = new RegExp(`^${NAME_PATTERN}$`);
export const COLUMN_NAMES = new RegExp(`^${NAME_PATTERN}( ${NAME_PATTERN})*$`);

/** The name of a column: its title in characters that a cookie may have. */
export const toColumnSlug = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

/** A cookie: tables separated by `~`, each with its name and the names of its hidden columns separated by `.`. Anything else is ignored. */
export function parseHiddenColumns(text: string | null): HiddenColumns {
  const tables = (text ?? '').slice(0, LENGTH_MAX).split('~');
  return new Map(
    tables.flatMap((entry) => {
      const [table = '', ...columns] = entry.split('.').filter((name) => COLUMN_NAME.test(name));
      return table === '' || columns.length === 0 ? [] : [[table, new Set(columns)] as const];
    }),
  );
}

/** Null without a hidden column. The oldest choices leave where a browser has too many. */
export function formatHiddenColumns(hidden: HiddenColumns): string | null {
  const tables = [...hidden]
    .filter(([, columns]) => columns.size > 0)
    .map(([table, columns]) => [table, ...columns].join('.'));
  while (tables.join('~').length > LENGTH_MAX) tables.shift();
  return tables.length === 0 ? null : tables.join('~');
}

/** A choice among the columns that a page offered. Columns that it did not offer, for want of rows or rights, stay as they were. */
export type ColumnChoice = Readonly<{ table: string; offered: readonly string[]; shown: readonly string[] }>;

export function applyColumnChoice(hidden: HiddenColumns, { table, offered, shown }: ColumnChoice): HiddenColumns {
  const others = [...(hidden.get(table) ?? [])].filter((column) => !offered.includes(column));
  const now = new Set([...others, ...offered.filter((column) => !shown.includes(column))]);
  return new Map([...[...hidden].filter(([name]) => name !== table), [table, now]]);
}
