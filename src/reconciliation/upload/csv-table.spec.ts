import fc from 'fast-check';
import { formatCsv } from '../../http/csv.js';
import { CsvSyntaxError, parseCsv, type CsvTable } from './csv-table.js';

const read = (text: string): CsvTable => parseCsv(text, 3);

describe('parseCsv', () => {
  it.each([
    ['sep=;\na,b;c\n1;2', ';', ['a,b', 'c']],
    ['\uFEFFsep=\t\r\na\tb\r\n1\t2', '\t', ['a', 'b']],
    ['sep=,\na,b\n1,2', ',', ['a', 'b']],
  ])('reads the separator that Excel writes above the titles of %j', (text, separator, titles) => {
    expect(parseCsv(text, 5)).toMatchObject({ separator, titles, rows: [{ line: 3 }] });
  });

  it.each([
    ['a,b\r\n1,2\r\n', ['a', 'b'], [[2, '1', '2']]],
    ['a,b\n1,2', ['a', 'b'], [[2, '1', '2']]],
    ['\uFEFFa;b\n1,5;2', ['a', 'b'], [[2, '1,5', '2']]],
    ['a\tb\n1\t2\n', ['a', 'b'], [[2, '1', '2']]],
    ['a , b\n "1" , 2 '.replace(' "1" ', '"1"'), ['a', 'b'], [[2, '1', '2']]],
    ['a,b\n  \n1,2', ['a', 'b'], [[3, '1', '2']]],
    ['\n\na,b\n\n1,\n\n', ['a', 'b'], [[5, '1', '']]],
    [
      'a,b\n"1\r\n2",""""\n3,4\n',
      ['a', 'b'],
      [
        [2, '1\n2', '"'],
        [4, '3', '4'],
      ],
    ],
    ['a\n1\n', ['a'], [[2, '1']]],
    ['a,b\n', ['a', 'b'], []],
  ])('%j is read, with the number of each line', (text, titles, rows) => {
    const { separator, ...table } = read(text);

    expect(table).toEqual({ titles, rows: rows.map(([line, ...cells]) => ({ line, cells })), uneven: [] });
    expect(separator).toBe(/[;\t]/.exec(text)?.[0] ?? ',');
  });

  it('separates lines with another number of cells', () => {
    expect(read('a,b\n1\n1,2\n1,2,3')).toEqual({
      separator: ',',
      titles: ['a', 'b'],
      rows: [{ line: 3, cells: ['1', '2'] }],
      uneven: [
        { line: 2, cells: ['1'] },
        { line: 4, cells: ['1', '2', '3'] },
      ],
    });
  });

  it.each([
    ['', 1, 'nothing'],
    ['a,b\n1,2"3', 2, 'in the middle of a cell'],
    ['a,b\n1,"2', 2, 'not closed'],
    ['a,b\n"1\n1",2\n1,"2"x', 4, 'goes on'],
    ['a\n1\n2\n3\n4', 5, 'more than 3 lines'],
  ])('%j is refused', (text, line, message) => {
    expect(() => read(text)).toThrow(CsvSyntaxError);
    expect(() => read(text)).toThrow(expect.objectContaining({ line, message: expect.stringContaining(message) }));
  });

  it('reads the output of formatCsv', () => {
    const cell = fc
      .string({ unit: 'grapheme' })
      .filter((text) => text === text.trim() && !/^[=+\-@＝＋－＠]/.test(text));
    fc.assert(
      fc.property(cell, cell, (one, other) => {
        const { rows } = read(formatCsv([{ one, other }], ['one', 'other']));
        expect(rows.map(({ cells }) => cells)).toEqual([[one, other]]);
      }),
    );
  });
});
