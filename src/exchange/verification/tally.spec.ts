import type { WrittenTable } from '../writing/columns.js';
import { hashCopied, hashText, RowTally } from './tally.js';

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

const column = { property: 'value', name: 'value', kind: 'text' as const, type: 'text', numberType: null };
const table: WrittenTable<number> = {
  ...{ name: 'rows', key: [], replaced: [] },
  columns: [
    { ...column, getValue: (id) => id },
    { ...column, getValue: () => 'é' },
    { ...column, getValue: () => null },
  ],
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
    for (let id = 1; id <= 1_000; id++) expected.add(id, table, id);
    for (let id = 1_000; id >= 1; id--) {
      copied.addCopied(copy(`${id}\u001fé\u001f\u001e`));
      changed.addCopied(copy(`${id}\u001f${id === 700 ? 'è' : 'é'}\u001f\u001e`));
    }

    expect([expected.findDifferences(copied), expected.findDifferences(changed)]).toEqual([[], [2]]);
    expect(new RowTally(copied.toNumbers()).findDifferences(changed)).toEqual([2]);
  });
});
