import type { WrittenTable } from '../writing/columns.js';
import { formatRow } from './row-texts.js';
import { hashCopied, hashText, RowCodes, RowTally } from './tally.js';

/** As `copy` of PostgreSQL writes a text. */
const ESCAPES: readonly (readonly [text: string, copied: string])[] = [
  ['\\', '\\\\'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\v', '\\v'],
];
const copy = (text: string): Buffer =>
  Buffer.from(ESCAPES.reduce((copied, [one, escaped]) => copied.replaceAll(one, escaped), text));

type Value = number | bigint | string | boolean | null;

const column = (type: string, at: number) => ({
  ...{ property: `p${at}`, name: `c${at}`, kind: 'text' as const, type, numberType: null },
  getValue: (row: readonly Value[]) => row[at] ?? null,
});
const toTable = (row: readonly Value[], type = 'text'): WrittenTable<readonly Value[]> => ({
  ...{ name: 'rows', key: [], replaced: [] },
  columns: row.map((_, at) => column(type, at)),
});
const codesOf = (rowCodes: RowCodes, row: readonly Value[], type?: string): string => {
  rowCodes.set(toTable(row, type), row);
  return String.fromCharCode(...rowCodes.codes.subarray(0, rowCodes.length));
};

describe('the tally of rows', () => {
  it.each(['', '17', 'é', '\u{1F600}', 'tag \\ "quoted"', '\\n', 'a\nb\tc\rd\be\ff\vg', '\\\\é\\'])(
    'gives %j the same hash as what copy makes of it',
    (text) => {
      expect(hashCopied(copy(text))).toBe(hashText(text));
    },
  );

  it('finds the group of a row that differs, whatever the order of the rows', () => {
    const [expected, copied, changed] = [new RowTally(), new RowTally(), new RowTally()];
    const toRow = (id: number): readonly Value[] => [id, 'é', null];
    for (let id = 1; id <= 1_000; id++) expected.add(id, toTable(toRow(id)), toRow(id));
    for (let id = 1_000; id >= 1; id--) {
      copied.addCopied(copy(`${id}\u001fé\u001f\u001e`));
      changed.addCopied(copy(`${id}\u001f${id === 700 ? 'è' : 'é'}\u001f\u001e`));
    }

    expect([expected.findDifferences(copied), expected.findDifferences(changed)]).toEqual([[], [2]]);
    expect(new RowTally(copied.toNumbers()).findDifferences(changed)).toEqual([2]);
  });
});

describe('the codes of a row', () => {
  it.each([
    0,
    7,
    10,
    99,
    100,
    999_999_999,
    1_000_000_000,
    1_000_000_001,
    1_764_204_840_123,
    2 ** 53 - 1,
    1.5,
    1e21,
    NaN,
  ])('are those of the text of %d, and of the negative number', (number) => {
    const row = [number, -number, number];
    expect(codesOf(new RowCodes(), row)).toBe(formatRow(toTable(row), row));
  });

  it('are those of texts, flags, large numbers, JSON and nothing', () => {
    const row = ['é\u{1F600}', null, true, false, 2n ** 80n, -3n, '', 'x'.repeat(5_000)];
    expect(codesOf(new RowCodes(), row)).toBe(formatRow(toTable(row), row));
    expect(codesOf(new RowCodes(), ['{"b": 1, "a": 2}'], 'jsonb')).toBe('{"a":2,"b":1}');
  });

  it('are those of the last row, whatever the rows before', () => {
    const rowCodes = new RowCodes();
    for (let n = 0; n < 2_000; n++) {
      const row = [n * 7_919 ** 2, 'a'.repeat(n % 50), null, n];
      expect(codesOf(rowCodes, row)).toBe(formatRow(toTable(row), row));
    }
  });
});
