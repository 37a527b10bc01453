import { readMoney, readPositions } from './statement-table.js';
import { writePositionTable } from './typed-table.js';

const decimal = (digits: number, decimals = 0) => ({ digits, decimals });

describe('readMoney', () => {
  it('reads columns in any order', () => {
    expect(readMoney('as_of,net_liq,acct_id,cash_balance\n2026-01-30,1000250.5,7,-3\n')).toMatchObject({
      lines: [{ line: 2, acctId: 7, asOf: '2026-01-30', cashBalance: -30_000n, netLiq: 10_002_505_000n }],
      broken: [],
      faults: [],
    });
  });

  it('accepts a CSV export of this service', () => {
    const upload =
      'acct_id,as_of,version,cash_balance,net_liq,posted_at,posted_by\r\n7,2026-01-30,2,1,2,2026-01-31T06:00:00.000Z,1\r\n';

    expect(readMoney(upload)).toMatchObject({ lines: [{ line: 2, acctId: 7 }], faults: [] });
  });

  it('accepts semicolons and alternative column titles', () => {
    expect(readMoney('Account;Date;Cash;Net liquidation\n7;2026-01-30;1;2\n')).toMatchObject({
      lines: [{ acctId: 7, asOf: '2026-01-30' }],
      faults: [],
    });
  });

  it.each([
    ['26.11.2026', '2026-11-26'],
    ['1.2.2026', '2026-02-01'],
    ['02.12.2026', '2026-12-02'],
  ])('reads the date %s beside an ISO date as %s', (typed, asOf) => {
    const table = `acct_id,as_of,cash_balance,net_liq\n7,${typed},1,2\n8,2026-11-26,1,2`;

    expect(readMoney(table)).toMatchObject({ lines: [{ asOf }, { asOf: '2026-11-26' }], faults: [] });
    expect(readMoney(table.replace(',2\n8', ',x\n8')).broken).toMatchObject([{ asOf }]);
  });

  it.each(['31.2.2026', '11.26.2026', '26.11.26', '26/11/2026', '2026.11.26', '26.11.2026.', '026.11.2026'])(
    'rejects the date %s',
    (typed) => {
      expect(readMoney(`acct_id,as_of,cash_balance,net_liq\n7,${typed},1,2`)).toMatchObject({
        lines: [],
        faults: [{ message: `as_of must be a calendar date as YYYY-MM-DD or DD.MM.YYYY, not “${typed}”` }],
      });
    },
  );

  it.each([';', '\t'])('accepts decimal commas in a table separated by %j', (separator) => {
    const table = [
      ['acct_id', 'as_of', 'cash_balance', 'net_liq'],
      ['7', '2026-01-30', '1000000', '-1000250,5'],
    ];

    expect(readMoney(table.map((cells) => cells.join(separator)).join('\n'))).toMatchObject({
      lines: [{ cashBalance: 10_000_000_000n, netLiq: -10_002_505_000n }],
      faults: [],
    });
  });

  it.each([
    ['1,000', 'write “1,000” as 1000 or as 1,0'],
    ['-12,500', 'write “-12,500” as -12500 or as -12,5'],
    ['112,125', 'write “112,125” as 112125 or as 112,1250'],
    ['1.000', 'write “1.000” as 1000 or as 1.0'],
  ])('rejects %s where no other figure proves the decimal sign', (figure, words) => {
    expect(readMoney(`acct_id;as_of;cash_balance;net_liq\n7;2026-01-30;${figure};5`)).toMatchObject({
      lines: [],
      faults: [{ line: 2, message: expect.stringContaining(words) }],
    });
  });

  it.each([
    ['1,000', '2,5', 10_000n],
    ['1,000', '1234,567', 10_000n],
    ['1,125', '0,125', 11_250n],
    ['1.000', '2.5', 10_000n],
    ['1000', '5', 10_000_000n],
    ['1,0', '5', 10_000n],
    ['1,1250', '5', 11_250n],
  ])('accepts %s beside %s', (figure, other, cashBalance) => {
    const { lines, faults } = readMoney(
      `acct_id;as_of;cash_balance;net_liq\n7;2026-01-30;${figure};5\n7;2026-01-31;1;${other}`,
    );

    expect(lines[0] ?? faults).toMatchObject({ cashBalance });
  });

  it.each([
    ['1,000', '2.5', '1.0'],
    ['1.000', '2,5', '1,0'],
    ['1,000', '1,000,000', '1.0'],
    ['1.000', '1.000.000', '1,0'],
    ['1,000', '1,000.50', '1.0'],
  ])('says that %s may be a thousand beside %s', (figure, other, decimal) => {
    expect(
      readMoney(`acct_id;as_of;cash_balance;net_liq\n7;2026-01-30;${figure};5\n7;2026-01-31;1;${other}`).faults[0],
    ).toEqual({
      ...{ line: 2, column: 'cash_balance' },
      message: `cash_balance may be 1000 or a decimal number: write “${figure}” as 1000 or as ${decimal}`,
    });
  });

  it.each([
    [',', '"1,000,000.00"', 'write it as 1000000.00'],
    [',', '"1.000.000,5"', 'write it as 1000000.5'],
    [',', '1 000 000', 'write it as 1000000'],
    [',', "1'000.50", 'write it as 1000.50'],
    [',', '"6,5"', 'as in 6712.25'],
    [';', '1,000,000.00', 'write it as 1000000.00'],
    [';', '1.000.000', 'write it as 1000000'],
    [';', '1.000.50', 'as in 6712,25 or 6.712,25'],
    [';', 'much', 'as in 6712.25 or 6712,25'],
    [',', '"1,000.12345"', 'as in 6712.25'],
  ])('says how to write a figure in a table of %s: %s', (separator, figure, words) => {
    const table = [
      ['acct_id', 'as_of', 'cash_balance', 'net_liq'],
      ['7', '2026-01-30', figure, '5'],
    ];

    expect(readMoney(table.map((cells) => cells.join(separator)).join('\n')).faults).toEqual([
      {
        line: 2,
        column: 'cash_balance',
        message: expect.stringMatching(new RegExp(`^cash_balance must be an amount of money.*${words}$`)),
      },
    ]);
  });

  it('rejects points beside decimal commas that do not surely separate thousands', () => {
    const { lines, faults } = readMoney(
      'acct_id;as_of;cash_balance;net_liq\n7;2026-01-30;1,5;1.000\n7;2026-01-31;1.0000,50;2\n7;2026-02-01;1.5;2',
    );

    expect(lines).toEqual([]);
    expect(faults.map(({ line, message }) => [line, /^\w+/.exec(message)?.[0], /“(.*?)”/.exec(message)?.[1]])).toEqual([
      [2, 'net_liq', '1.000'],
      [3, 'cash_balance', '1.0000,50'],
      [4, 'cash_balance', '1.5'],
    ]);
  });

  it('reports a decimal point beside decimal commas as a mix of both', () => {
    const { faults } = readMoney(
      'acct_id;as_of;cash_balance;net_liq\n7;2026-01-30;1,5;2\n7;2026-01-31;1234.50;2\n7;2026-02-01;1.000.50;2\n7;2026-02-02;4.288;2',
    );

    expect(faults.map(({ message }) => message)).toEqual([
      'cash_balance has a decimal point in “1234.50”, but the table has decimal commas as in “1,5”: write all its figures with the same sign',
      expect.stringMatching(/^cash_balance must be an amount.* as in 6712,25 or 6.712,25$/),
      'cash_balance may be 4288 or a decimal number: write “4.288” as 4288 or as 4,2880',
    ]);
  });

  it('reports an error for every invalid line', () => {
    const { lines, faults } = readMoney(
      'acct_id,as_of,cash_balance,net_liq\nx,2026-01-30,1,1\n7,2026-02-30,1,1\n7,2026-01-30,"1,000",1\n7,2026-01-30,1,1e3\n7,2026-01-30,1,1\n',
    );

    expect(lines).toHaveLength(1);
    expect(faults.map(({ line, message }) => [line, message.split(' ')[0]])).toEqual([
      [2, 'acct_id'],
      [3, 'as_of'],
      [4, 'cash_balance'],
      [5, 'net_liq'],
    ]);
  });

  it('reports all errors of a line and of the titles, and shortens long values', () => {
    const { lines, broken, faults } = readMoney(
      `acct_id,as_of,cash_balance,net_liq\n7,30/1/2026,1 000,${'9'.repeat(5000)}\n7,2026-01-30\n`,
    );
    const titles = readMoney('acct,as_of,color,net_liq\n7,2026-01-30,1,1').faults.map(
      ({ message }) => message.split(';')[0],
    );

    expect([lines, broken]).toEqual([[], [{ line: 2, acctId: 7, asOf: null, instrument: null, price: null }]]);
    expect(faults.map(({ line, message }) => [line, message.split(' ')[0]])).toEqual([
      [3, 'This'],
      [2, 'as_of'],
      [2, 'cash_balance'],
      [2, 'net_liq'],
    ]);
    expect(Math.max(...faults.map(({ message }) => message.length))).toBeLessThan(200);
    expect(titles).toEqual([
      'Unknown column “acct”',
      'Unknown column “color”',
      'Missing column acct_id',
      'Missing column cash_balance',
    ]);
  });

  it.each([
    ['', 1, 'nothing'],
    ['acct_id,as_of,cash_balance,net_liq', 1, 'no lines'],
    ['acct_id,as_of,cash_balance\n7,2026-01-30,1', 1, 'Missing column net_liq'],
    ['acct_id,as_of,cash_balance,net_liq,color\n7,2026-01-30,1,1,red', 1, 'Unknown column “color”'],
    ['acct_id,account,as_of,cash_balance,net_liq\n7,7,2026-01-30,1,1', 1, 'Two columns for acct_id'],
    ['acct_id,as_of,cash_balance,net_liq\n7,2026-01-30,1', 2, '3 cells'],
  ])('rejects %j on line %i with "%s"', (text, line, words) => {
    expect(readMoney(text)).toMatchObject({
      lines: [],
      broken: [],
      faults: [{ line, message: expect.stringContaining(words) }],
    });
  });
});

describe('readPositions', () => {
  it('accepts instruments by symbol or id, and accounts without positions', () => {
    const { lines, faults } = readPositions(
      'acct_id,as_of,symbol,quantity,price\n7,2026-01-30,ESZ6,-3,6712.25\n7,2026-01-30,12,0,1\n8,2026-01-30,,,\n',
    );

    expect(faults).toEqual([]);
    expect(lines).toEqual([
      { line: 2, acctId: 7, asOf: '2026-01-30', instrument: 'ESZ6', quantity: -3, price: decimal(671_225, 2) },
      { line: 3, acctId: 7, asOf: '2026-01-30', instrument: '12', quantity: 0, price: decimal(1) },
      { line: 4, acctId: 8, asOf: '2026-01-30', instrument: null, quantity: 0, price: decimal(0) },
    ]);
  });

  it.each([
    ['7,2026-01-30,,1,1', 'instrument is missing'],
    ['7,2026-01-30,ESZ6,,1', 'quantity is missing'],
    [',2026-01-30,ESZ6,1,1', 'acct_id is missing'],
    ['7,,ESZ6,1,1', 'as_of is missing'],
    ['7,2026-01-30,ESZ6,1.5,1', 'quantity must'],
    ['7,2026-01-30,ESZ6,1000000001,1', 'quantity must'],
    ['7,2026-01-30,ESZ6,+1,1', 'quantity must'],
    ['7,2026-01-30,ESZ6,1,', 'price is missing'],
    ['7,2026-01-30,ESZ6,1,"6,5"', 'price must'],
  ])('rejects line %j with "%s"', (line, words) => {
    expect(readPositions(`acct_id,as_of,instrument,quantity,price\n${line}`)).toMatchObject({
      lines: [],
      faults: [{ line: 2, message: expect.stringContaining(words) }],
    });
  });

  it.each([
    ['ESZ6;1;7.000', 'write “7.000” as 7000 or as 7.0'],
    ['ESZ6;1;4.100\n7;2026-01-30;NQZ6;1;6,5', 'price may be 4100 or a decimal number: write “4.100” as 4100 or as 4,1'],
    ['ESZ6;1.000;6,5', 'quantity may be 1000 or 1: write “1.000” as 1000 or as 1'],
    ['ESZ6;-1.500;6,5', 'not “-1.500”: if thousands are meant, write it as -1500'],
    ['ESZ6;1.000.000;6,5', 'not “1.000.000”: if thousands are meant, write it as 1000000'],
    [
      'ESZ6;1;6,5\n7;2026-01-30;NQZ6;1;6712.25',
      'price has a decimal point in “6712.25”, but the table has decimal commas as in “6,5”',
    ],
  ])('rejects %j in a table of semicolons: %s', (lines, words) => {
    expect(readPositions(`acct_id;as_of;instrument;quantity;price\n7;2026-01-30;${lines}`).faults).toEqual([
      expect.objectContaining({ message: expect.stringContaining(words) }),
    ]);
  });

  it.each([
    ['6.712,25', decimal(671_225, 2)],
    ['-1.234.567,5', { digits: -12_345_675, decimals: 1 }],
    ['6712,25', decimal(671_225, 2)],
  ])('reads %j in a table of semicolons', (price, read) => {
    expect(readPositions(`acct_id;as_of;instrument;quantity;price\n7;2026-01-30;ESZ6;1;${price}`)).toMatchObject({
      faults: [],
      lines: [{ price: read }],
    });
  });

  it.each(['6.712', '6,712.25', '67.12,25', '6.7123,25', '0.712,25', '6.712,25,1', '6.712,', '.712,25'])(
    'does not guess what %j is in a table of decimal commas',
    (price) => {
      const table = `acct_id;as_of;instrument;quantity;price\n7;2026-01-30;NQZ6;1;6,5\n7;2026-01-30;ESZ6;1;${price}`;

      expect(readPositions(table)).toMatchObject({ lines: [{ instrument: 'NQZ6' }], faults: [{ line: 3 }] });
    },
  );

  it('reads tables built from form rows, with quotes and commas in cells', () => {
    const row = { instrument: 'A "B", c', quantity: '1', price: '2' };

    expect(readPositions(writePositionTable('7', '2026-01-30', [row]))).toMatchObject({
      lines: [{ instrument: 'A "B", c', quantity: 1 }],
      faults: [],
    });
    expect(readPositions(writePositionTable('7', '2026-01-30', []))).toMatchObject({
      lines: [{ instrument: null }],
      faults: [],
    });
    expect(readPositions(writePositionTable('7"', '2026-01-30', [row]))).toMatchObject({
      lines: [],
      faults: [{ line: 2 }],
    });
  });

  it('reads decimal commas that were typed into a form', () => {
    const rows = [
      { instrument: 'ESZ6', quantity: '1', price: '6712,25' },
      { instrument: 'A;B', quantity: '2', price: '112.125' },
    ];

    expect(readPositions(writePositionTable('7', '2026-01-30', rows))).toMatchObject({
      lines: [{ instrument: 'ESZ6', price: decimal(671_225, 2) }],
      faults: [{ line: 3, message: expect.stringContaining('write “112.125” as 112125 or as 112,1250') }],
    });
    expect(readPositions(writePositionTable('7', '2026-01-30', rows.slice(1)))).toMatchObject({
      lines: [{ instrument: 'A;B', price: decimal(112_125, 3) }],
      faults: [],
    });
  });
});
