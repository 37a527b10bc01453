import fc from 'fast-check';
import {
  toArrays,
  flagColumn,
  insertInto,
  timeColumn,
  type WrittenTable,
  textColumn,
  integerColumn,
  wordColumn,
} from './columns.js';

type Row = Readonly<{
  id: number;
  sum: bigint | null;
  day: string | null;
  note: string | null;
  isOpen: boolean;
  at: number | null;
}>;

const table: WrittenTable<Row> = {
  name: 'things',
  columns: [
    integerColumn('id', ({ id }) => id),
    integerColumn('sum', ({ sum }) => sum, 'numeric'),
    wordColumn('day', ({ day }) => day, 'date'),
    textColumn('note', ({ note }) => note),
    flagColumn('is_open', ({ isOpen }) => isOpen),
    timeColumn('at', ({ at }) => at),
  ],
  key: 'id',
  replaced: ['sum', 'note'],
};

describe('column arrays', () => {
  it('are one array per column, with values in the column’s format', () => {
    const rows: Row[] = [
      { id: 1, sum: 10n ** 30n, day: '2026-11-21', note: 'a "b" \\ {c}, NULL', isOpen: true, at: 5 },
      { id: 2, sum: null, day: null, note: null, isOpen: false, at: null },
    ];
    expect(toArrays(table, rows)).toEqual([
      '{1,2}',
      `{1${'0'.repeat(30)},null}`,
      '{2026-11-21,null}',
      '{"a \\"b\\" \\\\ {c}, NULL",null}',
      '{true,false}',
      '{5,null}',
    ]);
    expect(toArrays(table, [])).toEqual(Array.from({ length: 6 }, () => '{}'));
  });

  it('are upserted, replacing changeable columns', () => {
    expect(insertInto(table, 3)).toBe(
      'insert into things (id, sum, day, note, is_open, at) select id, sum, day, note, is_open, to_timestamp(at / 1000.0) ' +
        'from unnest($3::bigint[], $4::numeric[], $5::date[], $6::text[], $7::boolean[], $8::bigint[]) as given (id, sum, day, note, is_open, at) ' +
        'on conflict (id) do update set sum = excluded.sum, note = excluded.note',
    );
  });

  it('quote every text', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (notes) => {
        const [, , , written = ''] = toArrays(
          table,
          notes.map((note) => ({ id: 1, sum: null, day: null, note, isOpen: true, at: null })),
        );
        const read = [...written.slice(1, -1).matchAll(/"((?:[^"\\]|\\[^])*)"(?:,|$)/g)].map(([, inner = '']) =>
          inner.replace(/\\([^])/g, '$1'),
        );
        return JSON.stringify(read) === JSON.stringify(notes);
      }),
    );
  });
});
