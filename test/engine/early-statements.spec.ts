import { EngineFixture } from './engine-fixture.js';
import { FLOOR } from './script.js';
import { casesOf, expectation, run } from './tables.js';

const money = `
# ! money of the session that goes on has its profit so far in it
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  settle X at 110 ->
  c buys 1 at 110 -> #3 New
  d sells 1 at 110 -> #4 New, 1@110 #3/#4, #3 Filled, #4 Filled
  a has money 2026-01-05 cash 1000 worth 1050 ->
  ? worth a -> 1050 cash 1000 realized 0 unrealized 50 margin 0 from 2026-01-05
  c sells 1 at 112 -> #5 New
  d buys 1 at 112 -> #6 New, 1@112 #6/#5, #6 Filled, #5 Filled
  ? worth a -> 1060 cash 1000 realized 0 unrealized 60 margin 0 from 2026-01-05
# ! and what the session brings afterwards stays when it closes
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  a has money 2026-01-05 cash 1000 worth 1000 ->
  c buys 2 at 108 -> #3 New
  a sells 2 at 108 -> #4 New, 2@108 #3/#4, #3 Filled, #4 Filled
  ? worth a -> 1040 cash 1016 realized 16 unrealized 24 margin 0 from 2026-01-05
  settle X at 110 ->
  close 2026-01-05 ->
  ? worth a -> 1046 cash 1016 realized 16 unrealized 30 margin 0 from 2026-01-05
  open 2026-01-06 ->
  settle X at 111 ->
  close 2026-01-06 ->
  ? worth a -> 1049 cash 1016 realized 16 unrealized 33 margin 0 from 2026-01-05
# ! money of a date whose session has closed counts from that close, at its settlement price
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  close 2026-01-05 ->
  a has money 2026-01-05 cash 1000 worth 1050 ->
  settle X at 110 ->
  ? worth a -> 1050 cash 1000 realized 0 unrealized 50 margin 0 from 2026-01-05
  open 2026-01-06 ->
  ? worth a -> 1050 cash 1000 realized 0 unrealized 50 margin 0 from 2026-01-05
# ! the same money again before the close is no other
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  a has money 2026-01-05 cash 1000 worth 1000 ->
  c buys 1 at 110 -> #3 New
  d sells 1 at 110 -> #4 New, 1@110 #3/#4, #3 Filled, #4 Filled
  a has money 2026-01-05 cash 1000 worth 1000 ->
  ? worth a -> 1050 cash 1000 realized 0 unrealized 50 margin 0 from 2026-01-05
# ! the same money again after the close is for the close
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  a has money 2026-01-05 cash 1000 worth 1000 ->
  settle X at 110 ->
  a has money 2026-01-05 cash 1000 worth 1000 ->
  close 2026-01-05 ->
  ? worth a -> 1050 cash 1000 realized 0 unrealized 50 margin 0 from 2026-01-05
  a has money 2026-01-05 cash 1000 worth 1000 ->
  ? worth a -> 1000 cash 1000 realized 0 unrealized 50 margin 0 from 2026-01-05
# ! what is first traded after the money counts whole, before and after the close
  a has money 2026-01-05 cash 1000 worth 1000 ->
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  settle X at 110 ->
  close 2026-01-05 ->
  ? worth a -> 1050 cash 1000 realized 0 unrealized 50 margin 0 from 2026-01-05
  open 2026-01-06 ->
  close 2026-01-06 ->
  ? worth a -> 1050 cash 1000 realized 0 unrealized 50 margin 0 from 2026-01-05
# ! money of a day whose session has not begun counts from then on
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  close 2026-01-05 ->
  a has money 2026-01-06 cash 1000 worth 1000 ->
  open 2026-01-06 ->
  settle X at 104 ->
  close 2026-01-06 ->
  ? worth a -> 1020 cash 1000 realized 0 unrealized 20 margin 0 from 2026-01-06
# ! a finer list makes the beginning finer
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  close 2026-01-05 ->
  open 2026-01-06 ->
  settle X at 103 ->
  a has money 2026-01-06 cash 1000 worth 1015 ->
  ? worth a -> 1015 cash 1000 realized 0 unrealized 15 margin 0 from 2026-01-06
  a has positions 2026-01-05 X:5@100.25 ->
  ? worth a -> 1015 cash 1000 realized 0 unrealized 13.75 margin 0 from 2026-01-06 mismatch
  settle X at 104 ->
  ? worth a -> 1020 cash 1000 realized 0 unrealized 18.75 margin 0 from 2026-01-06 mismatch
# ! no order is accepted upon profit that the money has already
  group 1 margin 50 ->
  a is limited power 100 ->
  a has money 2026-01-04 cash 1000 worth 1000 ->
  a buys 10 at 100 -> #1 New
  b sells 10 at 100 -> #2 New, 10@100 #1/#2, #1 Filled, #2 Filled
  c buys 10 at 200 -> #3 New
  a sells 10 at 200 -> #4 New, 10@200 #3/#4, #3 Filled, #4 Filled
  a has money 2026-01-05 cash 2000 worth 2000 ->
  a buys 41 at 100 -> insufficient_margin
  a buys 40 at 100 -> #6 New
`;

const lists = `
# ! a list at an average changes what a position shows, and nothing of what the account is worth
  a has money 2026-01-04 cash 1000 worth 1000 ->
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  settle X at 110 ->
  close 2026-01-05 ->
  open 2026-01-06 ->
  ? worth a -> 1050 cash 1000 realized 0 unrealized 50 margin 0 from 2026-01-04
  a has positions 2026-01-05 X:5@100 ->
  ? worth a -> 1050 cash 1000 realized 0 unrealized 50 margin 0 from 2026-01-04 mismatch
  a has positions 2026-01-05 X:5@104 ->
  ? worth a -> 1050 cash 1020 realized 0 unrealized 30 margin 0 from 2026-01-04 mismatch
  settle X at 112 ->
  ? worth a -> 1060 cash 1020 realized 0 unrealized 40 margin 0 from 2026-01-04 mismatch
# ! nor does one of the session that goes on
  a has money 2026-01-04 cash 1000 worth 1000 ->
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  settle X at 110 ->
  c buys 1 at 110 -> #3 New
  d sells 1 at 110 -> #4 New, 1@110 #3/#4, #3 Filled, #4 Filled
  a has positions 2026-01-05 X:5@100 ->
  ? worth a -> 1050 cash 1000 realized 0 unrealized 50 margin 0 from 2026-01-04 mismatch
  close 2026-01-05 ->
  ? worth a -> 1050 cash 1000 realized 0 unrealized 50 margin 0 from 2026-01-04 mismatch
# ! what a list has more than the books comes at its price, and what it lacks goes at the mark
  a has money 2026-01-04 cash 1000 worth 1000 ->
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  settle X at 110 ->
  close 2026-01-05 ->
  a has positions 2026-01-05 X:7@104 -> BreakOpened 1 5:7
  ? worth a -> 1062 cash 1020 realized 0 unrealized 42 margin 0 from 2026-01-04 mismatch
  a has positions 2026-01-05 X:2@104 -> BreakChanged 1 5:2
  ? worth a -> 1050 cash 1038 realized 0 unrealized 12 margin 0 from 2026-01-04 mismatch
  a has positions 2026-01-05 X:-2@104 -> BreakChanged 1 5:-2
  ? worth a -> 1038 cash 1050 realized 0 unrealized -12 margin 0 from 2026-01-04 mismatch
# ! nor the other way round
  a has money 2026-01-04 cash 1000 worth 1000 ->
  a sells 5 at 100 -> #1 New
  b buys 5 at 100 -> #2 New, 5@100 #2/#1, #2 Filled, #1 Filled
  settle X at 110 ->
  close 2026-01-05 ->
  a has positions 2026-01-05 X:-7@104 -> BreakOpened 1 -5:-7
  ? worth a -> 938 cash 980 realized 0 unrealized -42 margin 0 from 2026-01-04 mismatch
# ! a settlement price that comes after the list counts once
  a has money 2026-01-04 cash 1000 worth 1000 ->
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  close 2026-01-05 ->
  a has positions 2026-01-05 X:5@104 ->
  settle X at 110 ->
  ? worth a -> 1050 cash 1020 realized 0 unrealized 30 margin 0 from 2026-01-04 mismatch
  a has money 2026-01-05 cash 1000 worth 1050 ->
  ? worth a -> 1050 cash 1000 realized 0 unrealized 30 margin 0 from 2026-01-05
# ! nor where money is of the same date, whichever came first
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  settle X at 110 ->
  a has money 2026-01-05 cash 1000 worth 1050 ->
  a has positions 2026-01-05 X:5@108 ->
  ? worth a -> 1050 cash 1000 realized 0 unrealized -40 margin 0 from 2026-01-05
  close 2026-01-05 ->
  ? worth a -> 1100 cash 1000 realized 0 unrealized 10 margin 0 from 2026-01-05
# ! the average price of the books, as it is shown, changes nothing, whichever came first
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  a buys 2 at 110 -> #3 New
  c sells 2 at 110 -> #4 New, 2@110 #3/#4, #3 Filled, #4 Filled
  a has money 2026-01-05 cash 1000 worth 1050 ->
  a has positions 2026-01-05 X:7@102.8571 ->
  ? worth a -> 1050 cash 1000 realized 0 unrealized 50.0003 margin 0 from 2026-01-05
  a has money 2026-01-05 cash 1001 worth 1051 ->
  ? worth a -> 1051 cash 1001 realized 0 unrealized 50.0003 margin 0 from 2026-01-05
  settle X at 111 ->
  close 2026-01-05 ->
  ? worth a -> 1058 cash 1001 realized 0 unrealized 57.0003 margin 0 from 2026-01-05
# ! and what came between the money and the list stays
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  a has money 2026-01-05 cash 1000 worth 1000 ->
  c buys 1 at 110 -> #3 New
  d sells 1 at 110 -> #4 New, 1@110 #3/#4, #3 Filled, #4 Filled
  a has positions 2026-01-05 X:5@100 ->
  ? worth a -> 1050 cash 1000 realized 0 unrealized 50 margin 0 from 2026-01-05
# ! what the list adds is in the money of its date, with what is open of it
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  a has money 2026-01-05 cash 1000 worth 1000 ->
  a has positions 2026-01-05 X:10@50 -> BreakOpened 1 5:10
  ? worth a -> 1000 cash 1000 realized 0 unrealized 500 margin 0 from 2026-01-05
# ! nor does what the list before said already
  a has positions 2026-01-04 X:5@100 -> BreakOpened 1 0:5
  settle X at 103 ->
  close 2026-01-05 ->
  a has money 2026-01-05 cash 1000 worth 1015 ->
  a has positions 2026-01-05 X:5@100 ->
  ? worth a -> 1015 cash 1000 realized 0 unrealized 15 margin 0 from 2026-01-05
# ! nor does a price that is not the average of the books
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  a buys 2 at 110 -> #3 New
  c sells 2 at 110 -> #4 New, 2@110 #3/#4, #3 Filled, #4 Filled
  a has positions 2026-01-05 X:7@102.857 ->
  a has money 2026-01-05 cash 1000 worth 1050 ->
  ? worth a -> 1050 cash 1000 realized 0 unrealized 50.001 margin 0 from 2026-01-05
# ! of a closed session what was held then goes on from its close
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  settle X at 110 ->
  close 2026-01-05 ->
  open 2026-01-06 ->
  a buys 2 at 112 -> #3 New
  c sells 2 at 112 -> #4 New, 2@112 #3/#4, #3 Filled, #4 Filled
  a has money 2026-01-05 cash 1000 worth 1050 ->
  a has positions 2026-01-05 X:5@100 ->
  ? worth a -> 1060 cash 1000 realized 0 unrealized 60 margin 0 from 2026-01-05
  a has positions 2026-01-05 X:5@100.5 ->
  ? worth a -> 1060 cash 1000 realized 0 unrealized 57.5 margin 0 from 2026-01-05
# ! the list first
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  settle X at 110 ->
  a has positions 2026-01-05 X:5@108 ->
  a has money 2026-01-05 cash 1000 worth 1050 ->
  ? worth a -> 1050 cash 1000 realized 0 unrealized -40 margin 0 from 2026-01-05
  close 2026-01-05 ->
  ? worth a -> 1100 cash 1000 realized 0 unrealized 10 margin 0 from 2026-01-05
# ! a list of a later date goes on from there
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  settle X at 110 ->
  close 2026-01-05 ->
  a has money 2026-01-05 cash 1000 worth 1050 ->
  a has positions 2026-01-05 X:5@108 ->
  open 2026-01-06 ->
  settle X at 111 ->
  close 2026-01-06 ->
  ? worth a -> 1055 cash 1000 realized 0 unrealized 15 margin 0 from 2026-01-05
  a has positions 2026-01-06 X:5@108 ->
  ? worth a -> 1055 cash 1000 realized 0 unrealized 15 margin 0 from 2026-01-05 mismatch
`;

const comparisons = `
# ! a list of the session that goes on is compared again when it closes
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  a has positions 2026-01-05 X:5@100 ->
  a sells 2 at 101 -> #3 New
  c buys 2 at 101 -> #4 New, 2@101 #4/#3, #4 Filled, #3 Filled
  close 2026-01-05 -> BreakOpened 1 3:5
  ? holds a -> 3 cost 300 realized 2 unrealized 3 by settlement 101
  a has positions 2026-01-05 X:3@100 -> BreakClosed 1 3:3
  ? holds a -> 3 cost 300 realized 0 unrealized 3 by settlement 101
# ! the same list again after the close is for the close
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  a has positions 2026-01-05 X:5@100 ->
  a sells 2 at 101 -> #3 New
  c buys 2 at 101 -> #4 New, 2@101 #4/#3, #4 Filled, #3 Filled
  a has positions 2026-01-05 X:5@100 -> BreakOpened 1 3:5
  ? holds a -> 3 cost 300 realized 2 unrealized 3 by last 101
  close 2026-01-05 ->
  a has positions 2026-01-05 X:5@100 ->
  ? holds a -> 5 cost 500 realized 0 unrealized 5 by settlement 101
  a has positions 2026-01-05 X:5@100 ->
# ! an instrument that the list does not name is compared as well
  a has positions 2026-01-05 X:0@100 ->
  a buys 5 at 7 on Y -> #1 New
  b sells 5 at 7 on Y -> #2 New, 5@7 #1/#2, #1 Filled, #2 Filled
  close 2026-01-05 -> BreakOpened 2 5:0
  a has positions 2026-01-05 X:0@100 ->
  ? holds a Y -> 0 cost 0 realized 0 unrealized 0 by settlement 7
# ! a break is closed when the session ends as the list says
  a has positions 2026-01-05 X:5@100 -> BreakOpened 1 0:5
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  close 2026-01-05 -> BreakClosed 1 5:5
# ! lists of earlier dates are left alone
  a has positions 2026-01-04 X:5@100 -> BreakOpened 1 0:5
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  close 2026-01-05 ->
`;

const tables = {
  'money stated before the close of its date': money,
  'lists at averages': lists,
  'lists before the close': comparisons,
};

describe.each(Object.entries(tables))('%s', (_title, table) => {
  it.each(casesOf(table).map((one) => [one.name, one] as const))('%s', (_name, one) => {
    expect(run(one)).toEqual(expectation(one));
  });
});

describe('statements from before these rules', () => {
  const under = (rules: string, ...lines: string[]) => {
    const floor = new EngineFixture([rules, ...FLOOR.slice(1)]);
    for (const line of lines) floor.say(line);
    return floor;
  };
  const formerly = (...lines: string[]) => under('rules 6', ...lines);
  const bought = ['a buys 5 at 100', 'b sells 5 at 100', 'c buys 1 at 110', 'd sells 1 at 110'];

  it('count an open session twice until the rules are adopted, and go on from there', () => {
    const floor = formerly(...bought, 'a has money 2026-01-05 cash 1000 worth 1050');
    expect(floor.ask('worth a')).toContain('1100 cash 1000');
    floor.say('rules 7');
    expect(floor.ask('worth a')).toContain('1050 cash 1000');
    for (const line of ['settle X at 111', 'close 2026-01-05']) floor.say(line);
    expect(floor.ask('worth a')).toContain('1055 cash 1000');
  });

  it('stay as they are where the session has closed', () => {
    const lines = ['settle X at 110', 'close 2026-01-05', 'a has money 2026-01-05 cash 1000 worth 1050'];
    const floor = formerly(...bought, ...lines, 'a has positions 2026-01-05 X:5@108', 'settle X at 111');
    const before = floor.ask('worth a');
    floor.say('rules 7');
    expect(before).toContain('1050 cash 1000');
    expect(floor.ask('worth a')).toBe(before);
  });

  it.each(['rules 7', 'rules 8'])('begin once with the seventh rules or later ones: %s', (rules) => {
    const floor = formerly(...bought, 'a has money 2026-01-05 cash 1000 worth 1050', rules);
    for (const line of ['c buys 1 at 115', 'd sells 1 at 115', 'rules 8']) floor.say(line);
    expect(floor.ask('worth a')).toContain('1075 cash 1000');
  });

  it.each([
    ['rules 7', '1060 cash 1000 realized 0 unrealized 10'],
    ['rules 8', '1100 cash 1000 realized 0 unrealized 10'],
  ])('go on as they were counted: %s', (rules, worth) => {
    const lines = ['a has money 2026-01-05 cash 1000 worth 1050', 'a has positions 2026-01-05 X:5@108'];
    const floor = under(rules, ...bought.slice(0, 2), ...lines, 'rules 8', 'settle X at 110', 'close 2026-01-05');
    expect(floor.ask('worth a')).toContain(worth);
  });

  it('are not compared when their session closes', () => {
    const floor = formerly('a has positions 2026-01-05 X:5@100', 'a sells 1 at 100', 'b buys 1 at 100');
    expect(floor.say('close 2026-01-05').engine).toBe('');
  });
});
