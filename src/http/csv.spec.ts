import fc from 'fast-check';
import { formatCsv } from './csv.js';
import { createExactNumber } from '../money/exact-number.js';

describe('formatCsv', () => {
  it('writes a header and a line per row, each with a line end', () => {
    expect(
      formatCsv(
        [
          { id: 1, side: 'Buy', hidden: true },
          { side: 'Sell', id: 2 },
        ],
        ['id', 'side'],
      ),
    ).toBe('id,side\r\n1,Buy\r\n2,Sell\r\n');
  });

  it('writes the header without rows', () => {
    expect(formatCsv([], ['id', 'reference.as_of'])).toBe('id,reference_as_of\r\n');
  });

  it('writes exact digits for numbers, empty cells for null, and JSON for objects', () => {
    const row = {
      price: createExactNumber('-12.50'),
      none: null,
      open: false,
      levels: [{ price: createExactNumber('1.0') }],
      reference: { as_of: '2026-01-30' },
    };

    expect(formatCsv([row], ['price', 'none', 'missing', 'open', 'levels', 'reference.as_of', 'none.as_of'])).toBe(
      'price,none,missing,open,levels,reference_as_of,none_as_of\r\n-12.50,,,false,"[{""price"":1.0}]",2026-01-30,\r\n',
    );
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+49 30', "'+49 30"],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', `"'\r=1"`],
    ['＝1', "'＝1"],
    ['=HYPERLINK("a","b")', `"'=HYPERLINK(""a"",""b"")"`],
    ['-2.5', '-2.5'],
    ['-', "'-"],
    ['a=b', 'a=b'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['a "word"', '"a ""word"""'],
  ])('writes the text %j as %j', (text, cell) => {
    expect(formatCsv([{ text }], ['text'])).toBe(`text\r\n${cell}\r\n`);
  });

  it('survives a round trip for any text, except the added apostrophe', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.string({ unit: 'binary' }),
            fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', '=', "'", 'x') }),
          ),
        ),
        (texts) => {
          const [, ...read] = parseCells(
            formatCsv(
              texts.map(([a, b]) => ({ a, b })),
              ['a', 'b'],
            ),
          );
          const withoutApostrophe = (cell = ''): string => cell.replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/, '');
          expect(read.map((cells) => cells.map(withoutApostrophe))).toEqual(
            texts.map((cells) => cells.map(withoutApostrophe)),
          );
        },
      ),
    );
  });
});

/** RFC 4180, read character by character. */
function parseCells(text: string): string[][] {
  const lines: string[][] = [];
  let cells: string[] = [];
  for (let at = 0; at < text.length;) {
    const match = /"((?:[^"]|"")*)"|([^",\r\n]*)/y;
    match.lastIndex = at;
    const [whole = '', quoted, plain = ''] = match.exec(text) ?? [];
    cells.push(quoted?.replaceAll('""', '"') ?? plain);
    at += whole.length;
    if (text[at] === ',') at += 1;
    else {
      expect(text.slice(at, at + 2)).toBe('\r\n');
      at += 2;
      lines.push(cells);
      cells = [];
    }
  }
  return lines;
}
