import { EngineFixture } from './engine-fixture.js';
import { casesOf, expectation, run } from './tables.js';

const cash = `
# ! what a list takes away is realized at the mark
  a has money 2026-01-04 cash 1000 worth 1000 ->
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  c buys 1 at 110 -> #3 New
  d sells 1 at 110 -> #4 New, 1@110 #3/#4, #3 Filled, #4 Filled
  a has positions 2026-01-05 -> BreakOpened 1 5:0
  ? worth a -> 1050 cash 1050 realized 0 unrealized 0 margin 0 from 2026-01-04 mismatch
# ! an account that holds nothing any more has cash alone, at whatever price the list had it
  a has money 2026-01-04 cash 1000 worth 1000 ->
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  c buys 1 at 110 -> #3 New
  d sells 1 at 110 -> #4 New, 1@110 #3/#4, #3 Filled, #4 Filled
  a has positions 2026-01-05 X:3@104 -> BreakOpened 1 5:3
  ? worth a -> 1050 cash 1032 realized 0 unrealized 18 margin 0 from 2026-01-04 mismatch
  c buys 3 at 111 -> #5 New
  a sells 3 at 111 -> #6 New, 3@111 #5/#6, #5 Filled, #6 Filled
  ? worth a -> 1053 cash 1053 realized 21 unrealized 0 margin 0 from 2026-01-04 mismatch
# ! also from a closed session on, and on the statement of that day
  a has money 2026-01-04 cash 1000 worth 1000 ->
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  settle X at 110 ->
  close 2026-01-05 ->
  a has positions 2026-01-05 X:3@104 -> BreakOpened 1 5:3
  open 2026-01-06 ->
  a has money 2026-01-05 cash 1032 worth 1050 ->
  ? worth a -> 1050 cash 1032 realized 0 unrealized 18 margin 0 from 2026-01-05
  c buys 3 at 111 -> #3 New
  a sells 3 at 111 -> #4 New, 3@111 #3/#4, #3 Filled, #4 Filled
  ? worth a -> 1053 cash 1053 realized 21 unrealized 0 margin 0 from 2026-01-05
# ! money of the list's date says what is cash, whichever came first
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  settle X at 110 ->
  close 2026-01-05 ->
  a has money 2026-01-05 cash 1032 worth 1050 ->
  a has positions 2026-01-05 X:3@104 -> BreakOpened 1 5:3
  ? worth a -> 1050 cash 1032 realized 0 unrealized 18 margin 0 from 2026-01-05
# ! money of an earlier date does not know the list
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  a has money 2026-01-05 cash 1000 worth 1000 ->
  close 2026-01-05 ->
  open 2026-01-06 ->
  c buys 1 at 110 -> #3 New
  d sells 1 at 110 -> #4 New, 1@110 #3/#4, #3 Filled, #4 Filled
  a has positions 2026-01-06 X:3@104 -> BreakOpened 1 5:3
  ? worth a -> 1050 cash 1032 realized 0 unrealized 18 margin 0 from 2026-01-05 mismatch
# ! the list of a session that goes on is held by it when it closes: the next one adds that no more
  a has money 2026-01-04 cash 1000 worth 1000 ->
  c buys 1 at 103 -> #1 New
  d sells 1 at 103 -> #2 New, 1@103 #1/#2, #1 Filled, #2 Filled
  a has positions 2026-01-05 X:6@101 -> BreakOpened 1 0:6
  ? worth a -> 1012 cash 1000 realized 0 unrealized 12 margin 0 from 2026-01-04 mismatch
  a buys 1 at 103 -> #3 New
  b sells 1 at 103 -> #4 New, 1@103 #3/#4, #3 Filled, #4 Filled
  close 2026-01-05 -> BreakChanged 1 1:6
  a has positions 2026-01-05 X:7@101 -> BreakChanged 1 1:7
  ? worth a -> 1012 cash 998 realized 0 unrealized 14 margin 0 from 2026-01-04 mismatch
# ! a close says also that nothing is left of what was won
  a has money 2026-01-04 cash 1000 worth 1000 ->
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  settle X at 102 ->
  close 2026-01-05 ->
  open 2026-01-06 ->
  c buys 1 at 100 -> #3 New
  d sells 1 at 100 -> #4 New, 1@100 #3/#4, #3 Filled, #4 Filled
  a has positions 2026-01-06 -> BreakOpened 1 5:0
  close 2026-01-06 ->
  open 2026-01-07 ->
  close 2026-01-07 ->
  a has positions 2026-01-07 ->
  ? worth a -> 1000 cash 1000 realized 0 unrealized 0 margin 0 from 2026-01-04 mismatch
# ! also where a list of that date came before them
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  a has money 2026-01-05 cash 1000 worth 1000 ->
  c buys 1 at 110 -> #3 New
  d sells 1 at 110 -> #4 New, 1@110 #3/#4, #3 Filled, #4 Filled
  a has positions 2026-01-05 X:5@104 ->
  ? worth a -> 1050 cash 1000 realized 0 unrealized 30 margin 0 from 2026-01-05
  a has positions 2026-01-05 X:5@106 ->
  ? worth a -> 1050 cash 1000 realized 0 unrealized 20 margin 0 from 2026-01-05
`;

describe('what a list leaves in cash', () => {
  it('is what the close of its date has realized from then on', () => {
    const floor = new EngineFixture();
    for (const line of ['a buys 5 at 100', 'b sells 5 at 100', 'settle X at 110', 'close 2026-01-05']) floor.say(line);
    floor.say('a has positions 2026-01-05 X:3@104');

    expect(floor.events.find(({ type }) => type === 'ClosesRestated')).toMatchObject({
      closes: [{ sessionDate: '2026-01-05', quantity: 5, net: 5, profit: { total: 50n, realised: 32n } }],
    });
  });

  it.each(casesOf(cash).map((one) => [one.name, one] as const))('%s', (_name, one) => {
    expect(run(one)).toEqual(expectation(one));
  });
});
