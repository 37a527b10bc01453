import { readFileSync } from 'node:fs';
import { MikroORM } from '@mikro-orm/postgresql';
import fc from 'fast-check';
import { ormOptions } from '../../../mikro-orm.config.js';
import { type EntityTable, TableCatalog } from '../../database/entity-statements.js';
import * as administrativeTables from './administrative-tables.js';
import { ProjectionStatement } from '../projection/projection-statement.js';
import { JournalStatement } from '../store/writer-session.service.js';
import { resolveLedgerTables } from './ledger-tables.js';
import {
  type WrittenTable,
  type Numbers,
  toArrays,
  insertInto,
  resolveTable,
  findNumberType,
  getBytesMax,
  NumberArrays,
} from './columns.js';

type Row = Readonly<{
  id: number;
  sum: bigint | null;
  day: string | null;
  note: string | null;
  isOpen: boolean;
  at: number | null;
  terms: string;
}>;

class Thing implements Row {
  readonly id!: number;
  readonly sum!: bigint | null;
  readonly day!: string | null;
  readonly note!: string | null;
  readonly isOpen!: boolean;
  readonly at!: number | null;
  readonly terms!: string;
}

const things: EntityTable = {
  name: 'things',
  columns: [
    { property: 'id', name: 'id', kind: 'whole', type: 'bigint' },
    { property: 'sum', name: 'sum', kind: 'whole', type: 'numeric' },
    { property: 'terms', name: 'terms', kind: 'json', type: 'jsonb' },
    { property: 'day', name: 'day', kind: 'word', type: 'date' },
    { property: 'note', name: 'note', kind: 'text', type: 'text' },
    { property: 'isOpen', name: 'is_open', kind: 'flag', type: 'boolean' },
    { property: 'at', name: 'at', kind: 'moment', type: 'timestamptz' },
  ],
  key: ['id'],
};

const table = resolveTable<Thing, Row, keyof Row>(
  { find: () => things },
  {
    entity: Thing,
    values: {
      at: ({ at }) => at,
      id: ({ id }) => id,
      sum: ({ sum }) => sum,
      day: ({ day }) => day,
      note: ({ note }) => note,
      isOpen: ({ isOpen }) => isOpen,
      terms: ({ terms }) => terms,
    },
    replaced: ['note', 'sum'],
  },
);

/** Bytes as big-endian numbers of four. */
const toBytes = (...numbers: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * numbers.length);
  numbers.forEach((number, index) => bytes.writeInt32BE(number, 4 * index));
  return bytes;
};

describe('column arrays', () => {
  it('are one array per column, with values in the column’s format and without the nulls at its end', () => {
    const rows: Row[] = [
      {
        id: 1,
        sum: 10n ** 30n,
        day: '2026-11-21',
        note: 'a "b" \\ {c}, NULL',
        isOpen: true,
        at: Date.UTC(2000, 0, 1) + 5,
        terms: '{"a":"]"}',
      },
      { id: 2, sum: null, day: null, note: null, isOpen: false, at: null, terms: '{}' },
      { id: 3, sum: null, day: '2026-11-22', note: 'd', isOpen: false, at: null, terms: '{}' },
    ];
    expect(toArrays(table, rows)).toEqual([
      toBytes(1, 0, 20, 3, 1, 8, 0, 1, 8, 0, 2, 8, 0, 3),
      `{1${'0'.repeat(30)}}`,
      '[{"a":"]"},{},{}]',
      '{2026-11-21,null,2026-11-22}',
      '{"a \\"b\\" \\\\ {c}, NULL",null,"d"}',
      '{true,false,false}',
      toBytes(1, 0, 1184, 1, 1, 8, 0, 5_000),
    ]);
    expect(toArrays(table, [])).toEqual([toBytes(0, 0, 20), '{}', '[]', '{}', '{}', '{}', toBytes(0, 0, 1184)]);
  });

  it('are upserted, replacing changeable columns', () => {
    expect(insertInto(table, 3)).toBe(
      'insert into things (id, sum, terms, day, note, is_open, at) select id, sum, terms, day, note, is_open, at ' +
        'from (select unnest($3::bigint[]) as id, unnest($4::numeric[]) as sum, jsonb_array_elements($5::jsonb) as terms, ' +
        'unnest($6::date[]) as day, unnest($7::text[]) as note, unnest($8::boolean[]) as is_open, unnest($9::timestamptz[]) as at) as given ' +
        'on conflict (id) do update set sum = excluded.sum, note = excluded.note',
    );
  });

  it('have columns of the entity alone', () => {
    const definition = { entity: Thing, values: { other: () => 1 }, replaced: [] };
    expect(() => resolveTable({ find: () => things }, definition as never)).toThrow('Table things has no column');
  });

  it('quote every text', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (notes) => {
        const written = String(
          toArrays(
            table,
            notes.map((note) => ({ id: 1, sum: null, day: null, note, isOpen: true, at: null, terms: '{}' })),
          )[4],
        );
        const read = [...written.slice(1, -1).matchAll(/"((?:[^"\\]|\\[^])*)"(?:,|$)/g)].map(([, inner = '']) =>
          inner.replace(/\\([^])/g, '$1'),
        );
        return JSON.stringify(read) === JSON.stringify(notes);
      }),
    );
  });
});

/** The statements as text, separated by empty lines: the journal and the projection first, then one per table. */
const [journal, projection, ...insertions] = readFileSync(`${import.meta.dirname}/statement-texts.sql`, 'utf8')
  .trimEnd()
  .split('\n\n');

describe('the statements of the writer', () => {
  const ledger = resolveLedgerTables(new TableCatalog(new MikroORM(ormOptions('postgresql://localhost/kontor'))));

  it('are for the journal and the projection the pinned texts, byte for byte', () => {
    expect(new JournalStatement(ledger.journalBatches).text).toBe(journal);
    expect(new ProjectionStatement(ledger).text).toBe(projection);
  });

  it('are for administrative tables the pinned texts, byte for byte', () => {
    const names = Object.keys(administrativeTables) as (keyof typeof administrativeTables)[];
    expect(names.map((name) => insertInto(ledger[name] as WrittenTable<never>, 1))).toEqual(insertions);
  });
});

function encode(name: string, values: Numbers): string {
  const type = findNumberType(name);
  if (type === null) throw new Error(`There is no format for ${name}.`);
  return new NumberArrays(getBytesMax(type, values.length)).add(type, values).toString('hex');
}

/** The header of an array of so many elements. */
const header = (hasNulls: 0 | 1, oid: string, length: string): string =>
  `000000010000000${hasNulls}0000${oid}0000${length}00000001`;

describe('arrays of numbers', () => {
  it('have the bytes that PostgreSQL expects', () => {
    expect(encode('smallint', [-2])).toBe(`${header(0, '0015', '0001')}00000002fffe`);
    expect(encode('integer', [1, null])).toBe(`${header(1, '0017', '0002')}0000000400000001ffffffff`);
    expect(encode('bigint', [-1, 2 ** 40, 2n ** 62n])).toBe(
      `${header(0, '0014', '0003')}00000008ffffffffffffffff000000080000010000000000000000084000000000000000`,
    );
    expect(encode('timestamptz', [Date.UTC(1999, 11, 31), Date.UTC(2000, 0, 1) + 0.5])).toBe(
      `${header(0, '04a0', '0002')}00000008ffffffebe228a00000000008` + '00000000000001f4',
    );
    expect(encode('bigint', [])).toBe('000000000000000000000014');
  });

  it('stand one behind the other in one piece of memory', () => {
    const type = findNumberType('integer');
    if (type === null) throw new Error('There is no format for integers.');
    const arrays = new NumberArrays(2 * getBytesMax(type, 1));
    const [first, second] = [arrays.add(type, [1]), arrays.add(type, [2])];
    expect([first.readInt32BE(24), second.readInt32BE(24)]).toEqual([1, 2]);
    expect(second.byteOffset - first.byteOffset).toBe(first.length);
  });

  it.each([
    ['smallint', 2 ** 15],
    ['integer', 2 ** 31],
    ['integer', -(2 ** 31) - 1],
    ['integer', 1.5],
    ['integer', NaN],
    ['bigint', 2 ** 53],
    ['bigint', 0.1],
    ['bigint', 2n ** 63n],
  ])('do not cut a number that does not fit: %s %d', (name, value) => {
    expect(() => encode(name, [value])).toThrow(RangeError);
  });

  it('are of four types: others are written as text', () => {
    expect(['numeric', 'text', 'boolean', 'date', 'jsonb'].map(findNumberType)).toEqual([null, null, null, null, null]);
  });
});
