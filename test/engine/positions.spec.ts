import { casesOf, expectation, run } from './tables.js';

const costs = `
# ! a trade makes two positions
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  ? holds a -> 5 cost 500 realized 0 unrealized 0 by last 100
  ? holds b -> -5 cost -500 realized 0 unrealized 0 by last 100
# ! a reduction realizes in proportion
  a buys 4 at 100 -> #1 New
  b sells 4 at 100 -> #2 New, 4@100 #1/#2, #1 Filled, #2 Filled
  c buys 1 at 110 -> #3 New
  a sells 1 at 110 -> #4 New, 1@110 #3/#4, #3 Filled, #4 Filled
  ? holds a -> 3 cost 300 realized 10 unrealized 30 by last 110
# ! a short position is the same with its sign
  a sells 4 at 100 -> #1 New
  b buys 4 at 100 -> #2 New, 4@100 #2/#1, #2 Filled, #1 Filled
  c sells 1 at 90 -> #3 New
  a buys 1 at 90 -> #4 New, 1@90 #4/#3, #4 Filled, #3 Filled
  ? holds a -> -3 cost -300 realized 10 unrealized 30 by last 90
# ! cost goes in proportion, rounded to the even neighbor, and the rest stays
  a buys 1 at 100 -> #1 New
  b sells 1 at 100 -> #2 New, 1@100 #1/#2, #1 Filled, #2 Filled
  a buys 1 at 101 -> #3 New
  b sells 1 at 101 -> #4 New, 1@101 #3/#4, #3 Filled, #4 Filled
  ? holds a -> 2 cost 201 realized 0 unrealized 1 by last 101
  c buys 1 at 101 -> #5 New
  a sells 1 at 101 -> #6 New, 1@101 #5/#6, #5 Filled, #6 Filled
  ? holds a -> 1 cost 101 realized 1 unrealized 0 by last 101
# ! half an odd cost goes up to the even neighbor
  a buys 1 at 100 -> #1 New
  b sells 1 at 100 -> #2 New, 1@100 #1/#2, #1 Filled, #2 Filled
  a buys 1 at 103 -> #3 New
  b sells 1 at 103 -> #4 New, 1@103 #3/#4, #3 Filled, #4 Filled
  c buys 1 at 103 -> #5 New
  a sells 1 at 103 -> #6 New, 1@103 #5/#6, #5 Filled, #6 Filled
  ? holds a -> 1 cost 101 realized 1 unrealized 2 by last 103
# ! crossing zero is a close and an opening
  a buys 2 at 100 -> #1 New
  b sells 2 at 100 -> #2 New, 2@100 #1/#2, #1 Filled, #2 Filled
  c buys 5 at 110 -> #3 New
  a sells 5 at 110 -> #4 New, 5@110 #3/#4, #3 Filled, #4 Filled
  ? holds a -> -3 cost -330 realized 20 unrealized 0 by last 110
# ! a closed position keeps what it made
  a buys 2 at 100 -> #1 New
  b sells 2 at 100 -> #2 New, 2@100 #1/#2, #1 Filled, #2 Filled
  c buys 2 at 90 -> #3 New
  a sells 2 at 90 -> #4 New, 2@90 #3/#4, #3 Filled, #4 Filled
  ? holds a -> 0 cost 0 realized -20 unrealized 0 by last 90
  ? worth a -> -20 cash -20 realized -20 unrealized 0 margin 0 from nothing
# ! costs beyond the safe integers are exact
  product 1 worth 7 ->
  a buys 1000000000 at 499999999999 -> #1 New
  b sells 1000000000 at 499999999999 -> #2 New, 1000000000@499999999999 #1/#2, #1 Filled, #2 Filled
  ? holds b -> -1000000000 cost -499999999999000000000 realized 0 unrealized 0 by last 499999999999
# ! money is what a unit is worth times what was made
  product 1 worth 1250 ->
  a buys 2 at 100 -> #1 New
  b sells 2 at 100 -> #2 New, 2@100 #1/#2, #1 Filled, #2 Filled
  c buys 1 at 104 -> #3 New
  a sells 1 at 104 -> #4 New, 1@104 #3/#4, #3 Filled, #4 Filled
  ? worth a -> 10000 cash 5000 realized 5000 unrealized 5000 margin 0 from nothing
`;

const marks = `
# ! the reference price is the last resort, and nothing is made up where there is none
  a has positions 2026-01-04 X:5@100 -> BreakOpened 1 0:5
  ? holds a -> 5 cost 500 realized 0 unrealized 0 by reference 100
  ? holds a Y -> 0 cost 0 realized 0 unpriced
# ! the settlement price goes before the reference price
  a has positions 2026-01-04 X:5@100 -> BreakOpened 1 0:5
  settle X at 103 ->
  ? holds a -> 5 cost 500 realized 0 unrealized 15 by settlement 103
# ! the middle of the market goes before the settlement price
  a has positions 2026-01-04 X:5@100 -> BreakOpened 1 0:5
  settle X at 103 ->
  b buys 1 at 104 -> #1 New
  ? holds a -> 5 cost 500 realized 0 unrealized 15 by settlement 103
  c sells 1 at 107 -> #2 New
  ? holds a -> 5 cost 500 realized 0 unrealized 25 by mid 105
# ! the last trade of the session goes before everything
  a has positions 2026-01-04 X:5@100 -> BreakOpened 1 0:5
  settle X at 103 ->
  b buys 2 at 104 -> #1 New
  c sells 1 at 104 -> #2 New, 1@104 #1/#2, #2 Filled
  c sells 1 at 110 -> #3 New
  ? holds a -> 5 cost 500 realized 0 unrealized 20 by last 104
# ! the last trade of yesterday is today's settlement price
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  close 2026-01-05 ->
  open 2026-01-06 ->
  ? holds a -> 5 cost 500 realized 0 unrealized 0 by settlement 100
# ! unless another was given for that session
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  settle X at 102 ->
  ? holds a -> 5 cost 500 realized 0 unrealized 0 by last 100
  close 2026-01-05 ->
  ? holds a -> 5 cost 500 realized 0 unrealized 10 by settlement 102
`;

const statements = `
# ! live values begin from the latest statement of money
  a has money 2026-01-02 cash 900 worth 1000 ->
  ? worth a -> 1000 cash 900 realized 0 unrealized 0 margin 0 from 2026-01-02
  a has money 2026-01-04 cash 1900 worth 2000 ->
  a has money 2026-01-03 cash 1 worth 1 ->
  ? worth a -> 2000 cash 1900 realized 0 unrealized 0 margin 0 from 2026-01-04
# ! the same date again corrects the statement
  a has money 2026-01-04 cash 900 worth 1000 ->
  a has money 2026-01-04 cash 800 worth 1100 ->
  ? worth a -> 1100 cash 800 realized 0 unrealized 0 margin 0 from 2026-01-04
# ! profit counts from the close of the statement on
  a has money 2026-01-04 cash 1000 worth 1000 ->
  a buys 5 at 100 gtc -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  settle X at 110 ->
  ? worth a -> 1000 cash 1000 realized 0 unrealized 0 margin 0 from 2026-01-04
  close 2026-01-05 ->
  ? worth a -> 1050 cash 1000 realized 0 unrealized 50 margin 0 from 2026-01-04
  a has money 2026-01-05 cash 1000 worth 1050 ->
  ? worth a -> 1050 cash 1000 realized 0 unrealized 50 margin 0 from 2026-01-05
  open 2026-01-06 ->
  c buys 5 at 113 -> #3 New
  a sells 5 at 113 -> #4 New, 5@113 #3/#4, #3 Filled, #4 Filled
  ? worth a -> 1065 cash 1065 realized 65 unrealized 0 margin 0 from 2026-01-05
# ! a position is the statement and the trades of later sessions
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  close 2026-01-05 ->
  open 2026-01-06 ->
  a buys 2 at 104 -> #3 New
  b sells 2 at 104 -> #4 New, 2@104 #3/#4, #3 Filled, #4 Filled
  a has positions 2026-01-05 X:5@101 ->
  ? holds a -> 7 cost 713 realized 0 unrealized 15 by last 104
# ! what the statement leaves out is flat
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  close 2026-01-05 ->
  a has positions 2026-01-05 -> BreakOpened 1 5:0
  ? holds a -> 0 cost 0 realized 0 unrealized 0 by settlement 100
# ! a late statement is compared and changes nothing that is live
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  close 2026-01-05 ->
  open 2026-01-06 ->
  close 2026-01-06 ->
  a has positions 2026-01-06 X:5@100 ->
  a has positions 2026-01-05 X:4@100 -> BreakOpened 1 5:4, BreakOpened 1 4:5
  ? holds a -> 5 cost 500 realized 0 unrealized 0 by settlement 100
# ! a corrected statement counts everything after it anew
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  close 2026-01-05 ->
  open 2026-01-06 ->
  a has positions 2026-01-05 X:6@100 -> BreakOpened 1 5:6
  b buys 6 at 110 -> #3 New
  a sells 6 at 110 -> #4 New, 6@110 #3/#4, #3 Filled, #4 Filled
  ? holds a -> 0 cost 0 realized 60 unrealized 0 by last 110
  a has positions 2026-01-05 X:5@100 -> BreakClosed 1 5:5
  ? holds a -> -1 cost -110 realized 50 unrealized 0 by last 110
# ! a break stays one until it is closed
  a has positions 2026-01-04 X:5@100 Y:1@7 -> BreakOpened 1 0:5, BreakOpened 2 0:1
  a has positions 2026-01-04 X:6@100 -> BreakChanged 1 0:6, BreakClosed 2 0:0
  a has positions 2026-01-04 -> BreakClosed 1 0:0
# ! the close of a date is counted from the statement before it
  a has positions 2026-01-04 X:5@100 -> BreakOpened 1 0:5
  a buys 2 at 100 -> #1 New
  b sells 2 at 100 -> #2 New, 2@100 #1/#2, #1 Filled, #2 Filled
  close 2026-01-05 ->
  a has positions 2026-01-05 X:7@100 ->
  ? holds a -> 7 cost 700 realized 0 unrealized 0 by settlement 100
# ! a break of a late statement is closed by its correction, and so is that of the statement after it
  a has positions 2026-01-04 -> 
  a has positions 2026-01-02 X:5@100 -> BreakOpened 1 0:5, BreakOpened 1 5:0
  a has positions 2026-01-02 -> BreakClosed 1 0:0, BreakClosed 1 0:0
# ! a late statement is compared with the one before it, also where nothing is held by now
  a has positions 2026-01-04 -> 
  a has positions 2026-01-02 X:5@100 -> BreakOpened 1 0:5, BreakOpened 1 5:0
  a has positions 2026-01-03 -> BreakOpened 1 5:0, BreakClosed 1 0:0
# ! a settlement price that comes after the close is what the statement of that close is counted from
  a buys 2 at 100 -> #1 New
  b sells 2 at 100 -> #2 New, 2@100 #1/#2, #1 Filled, #2 Filled
  close 2026-01-05 ->
  settle X at 98 ->
  a has money 2026-01-05 cash 1000 worth 1000 ->
  ? worth a -> 1000 cash 1000 realized 0 unrealized -4 margin 0 from 2026-01-05
# ! a statement of some days ago is valued at the closes since
  b buys 1 at 100 -> #1 New
  c sells 1 at 100 -> #2 New, 1@100 #1/#2, #1 Filled, #2 Filled
  close 2026-01-05 ->
  a has money 2026-01-05 cash 1000 worth 1000 ->
  a has positions 2026-01-04 X:5@90 -> BreakOpened 1 0:5
  ? worth a -> 1000 cash 1000 realized 0 unrealized 50 margin 0 from 2026-01-05 mismatch
  open 2026-01-06 ->
  a is limited loss 10 ->
  settle X at 98 ->
  a buys 1 at 97 -> daily_limit
# ! an order that was looked at is no position that a statement could leave out
  a buys 0 at 100 on Z -> quantity_invalid
  a has positions 2026-01-04 Y:5@100 -> BreakOpened 2 0:5
  product 1 worth 2 -> definition_in_use
  product 2 worth 2 ->
# ! a list with a mistake is refused whole
  a has positions 2026-01-04 X:5@100 W:1@1 -> unknown_instrument
  a has positions 2026-01-04 X:5@100 X:6@100 -> duplicate_instrument
  h has positions 2026-01-04 X:5@100 -> unknown_account
  h has money 2026-01-04 cash 1 worth 1 -> unknown_account
  ? holds a -> 0 cost 0 realized 0 unpriced
# ! statements of different dates are named
  a has money 2026-01-04 cash 1000 worth 1000 ->
  a has positions 2026-01-03 X:5@100 -> BreakOpened 1 0:5
  ? worth a -> 1000 cash 1000 realized 0 unrealized 0 margin 0 from 2026-01-04 mismatch
# ! a statement of positions takes nothing from what was made before it
  a has money 2026-01-04 cash 1000 worth 1000 ->
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  settle X at 110 ->
  close 2026-01-05 ->
  a has positions 2026-01-05 X:5@110 ->
  open 2026-01-06 ->
  ? worth a -> 1050 cash 1050 realized 0 unrealized 0 margin 0 from 2026-01-04 mismatch
  a has money 2026-01-05 cash 1050 worth 1050 ->
  ? worth a -> 1050 cash 1050 realized 0 unrealized 0 margin 0 from 2026-01-05
`;

describe.each(Object.entries({ costs, marks, statements }))('the tables of positions: %s', (_, table) => {
  it.each(casesOf(table).map((one) => [one.name, one] as const))('%s', (_name, one) => {
    expect(run(one)).toEqual(expectation(one));
  });
});
