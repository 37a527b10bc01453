import fc from 'fast-check';
import { parseCsv } from './csv-table.js';
import { readMoney, type LineFault } from './statement-table.js';
import { correctLines, listFaultyLines, listSoundLines } from './table-corrections.js';

const fault = (line: number, message = 'wrong') => ({ line, message });

const listLines = (content: string, faults: readonly LineFault[], most = 5) =>
  listFaultyLines(content, readMoney(content).table, { faults, most });

describe('listSoundLines', () => {
  const listOthers = (content: string, faults: readonly LineFault[], most = 5) =>
    listSoundLines(readMoney(content).table, { faults, most });

  it('returns the lines without errors, with their numbers and titles, at most so many', () => {
    const content = 'a;b\n1;2\n\n3;x\n5;6\n7;8';
    const [first, second] = [
      { line: 2, cells: ['1', '2'] },
      { line: 5, cells: ['5', '6'] },
    ];
    const titles = ['a', 'b'];
    expect(listOthers(content, [fault(4), fault(6)])).toEqual({ titles, rows: [first, second], leftOut: 0 });
    expect(listOthers(content, [fault(4), fault(6)], 1)).toEqual({ titles, rows: [first], leftOut: 1 });
  });

  it('returns none where there are no errors, or no table', () => {
    expect(listOthers('a,b\n1,2', [])).toMatchObject({ rows: [], leftOut: 0 });
    expect(listOthers('a,b\n1,"2', [fault(2)])).toMatchObject({ rows: [], leftOut: 0 });
  });
});

describe('listSoundLines of a table without one of its columns', () => {
  it('returns none, because no line was checked', () => {
    const { table, faults } = readMoney('acct_id,as_of,cash_balance\n1,2026-11-26,5\nx,2026-11-26,5\n3,never,5');
    expect(faults.map(({ message }) => message)).toEqual([
      'Missing column net_liq; the columns are acct_id, as_of, cash_balance, net_liq',
    ]);
    expect(listSoundLines(table, { faults, most: 5 })).toMatchObject({ rows: [], leftOut: 0 });
  });
});

describe('listFaultyLines', () => {
  it('returns the cells of a line with its messages, in the order of lines', () => {
    expect(listLines('a;b\n1;2\n\n3;x', [fault(4), fault(4, 'again'), fault(4), fault(2)])).toEqual([
      {
        ...{ line: 2, text: '1;2', faults: [fault(2)] },
        cells: [
          { title: 'a', value: '1' },
          { title: 'b', value: '2' },
        ],
      },
      {
        ...{ line: 4, text: '3;x', faults: [fault(4), fault(4, 'again')] },
        cells: [
          { title: 'a', value: '3' },
          { title: 'b', value: 'x' },
        ],
      },
    ]);
  });

  it('returns the text of the titles, of a line with other cells, and of what is no table', () => {
    const textsOf = (content: string, line: number) =>
      listLines(content, [fault(line)]).map(({ text, cells }) => [text, cells]);

    expect(textsOf('\n\na,b\n1,2', 1)).toEqual([['a,b', null]]);
    expect(textsOf('a,b\n1,2\n1', 3)).toEqual([['1', null]]);
    expect(textsOf('a,b\n1,"2', 2)).toEqual([['1,"2', null]]);
  });

  it('returns no more lines than asked for', () => {
    expect(listLines('a\n1\n2', [fault(2), fault(3)], 1)).toHaveLength(1);
  });
});

describe('correctLines', () => {
  it.each([
    ['cells', 'a,b\n1,x\n3,4', { 2: { 0: '1', 1: ' 2 ' } }, 'a,b\n1,2\n3,4'],
    ['cells that need quotes', 'a;b\n1;x', { 2: { 0: 'p;q', 1: 'say "so"' } }, 'a;b\n"p;q";"say ""so"""'],
    ['an emptied cell', 'a,b\n1,x', { 2: { 0: '1' } }, 'a,b\n1,'],
    ['a row of several lines', 'a,b\n"1\n1",x\n3,4', { 2: { 0: '1', 1: '2' } }, 'a,b\n1,2\n\n3,4'],
    ['the titles', '\uFEFF\r\na,c\r\n1,2', { 1: { text: 'a,b' } }, '\na,b\n1,2'],
    ['the titles below a separator', 'sep=;\na;c\n1;2', { 1: { text: 'a;b' } }, 'sep=;\na;b\n1;2'],
    ['a line with other cells', 'a,b\n1', { 2: { text: '1,2' } }, 'a,b\n1,2'],
    ['a quotation mark', 'a,b\n1,"2', { 2: { text: '1,2' } }, 'a,b\n1,2'],
    ['nothing', 'a,b\n1,2', { 9: { text: 'x' }, x: { text: 'y' }, 2: 'z', 3: null }, 'a,b\n1,2'],
  ])('replaces %s', (_, content, typed, corrected) => {
    expect(correctLines(content, typed)).toEqual({ content: corrected, leftOut: [] });
  });

  it.each([
    [
      'a line that is left out',
      'a,b\n1,x\n3,4',
      { 2: { kind: 'cells', 0: '1', 1: 'x', left_out: 'yes' } },
      'a,b\n\n3,4',
    ],
    ['a line whose cells were emptied', 'a,b\n1,x\n3,4', { 2: { kind: 'cells' } }, 'a,b\n\n3,4'],
    ['a row of several lines', 'a,b\n"1\n1",x\n3,4', { 2: { kind: 'cells', left_out: 'yes' } }, 'a,b\n\n\n3,4'],
    ['a line with other cells', 'a,b\n"1\n1"\n3,4', { 2: { kind: 'text' } }, 'a,b\n\n\n3,4'],
    ['a quotation mark', 'a,b\n1,"2\n3,4', { 2: { kind: 'text', text: '1,"2', left_out: 'yes' } }, 'a,b\n\n3,4'],
  ])('makes %s blank', (_, content, typed, corrected) => {
    expect(correctLines(content, typed)).toEqual({ content: corrected, leftOut: [2] });
  });

  it('changes nothing where cells were typed for what is no row of cells any more', () => {
    expect(correctLines('a,b\n1', { 2: { kind: 'cells', 0: '1', 1: '2' } })).toEqual({
      content: 'a,b\n1',
      leftOut: [],
    });
  });

  it('keeps the titles', () => {
    expect(() => correctLines('a,b\n1,2', { 1: { kind: 'text' } })).toThrow('Line 1 has the column titles');
  });

  it('leaves all other rows as they were, with their numbers', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '1', ' ', ',', ';', '"', '\n', '\r\n', 'é') });
    const write = (cells: readonly string[]) => cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(',');
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), fc.nat(), (rows, choice) => {
        const content = ['a,b', ...rows.map(write)].join('\n');
        const before = parseCsv(content, 1000).rows;
        const chosen = before[choice % Math.max(1, before.length)];
        if (chosen === undefined) return;
        const after = parseCsv(
          correctLines(content, { [chosen.line]: { 0: 'new, "cell"', 1: '2' } }).content,
          1000,
        ).rows;

        expect(after).toEqual(before.map((row) => (row === chosen ? { ...row, cells: ['new, "cell"', '2'] } : row)));
      }),
    );
  });
});
