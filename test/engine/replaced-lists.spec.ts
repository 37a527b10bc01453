/** A list of positions takes the place of another one of its date (decision 116). */
import { casesOf, expectation, run } from './tables.js';
import { FLOOR } from './script.js';

const replaced = `
# ! a price that was mistyped is taken back, while the session goes on
  a has money 2026-01-04 cash 1000 worth 1000 ->
  settle X at 110 ->
  a has positions 2026-01-05 X:3@14 -> BreakOpened 1 0:3
  ? worth a -> 1288 cash 1000 realized 0 unrealized 288 margin 0 from 2026-01-04 mismatch
  a has positions 2026-01-05 X:3@104 ->
  ? worth a -> 1018 cash 1000 realized 0 unrealized 18 margin 0 from 2026-01-04 mismatch
# ! a quantity as well
  a has money 2026-01-04 cash 1000 worth 1000 ->
  settle X at 110 ->
  a has positions 2026-01-05 X:30@104 -> BreakOpened 1 0:30
  a has positions 2026-01-05 X:-3@104 -> BreakChanged 1 0:-3
  ? worth a -> 982 cash 1000 realized 0 unrealized -18 margin 0 from 2026-01-04 mismatch
  a has positions 2026-01-05 -> BreakClosed 1 0:0
  ? worth a -> 1000 cash 1000 realized 0 unrealized 0 margin 0 from 2026-01-04 mismatch
# ! without money of a date
  settle X at 110 ->
  a has positions 2026-01-05 X:3@14 -> BreakOpened 1 0:3
  a has positions 2026-01-05 X:3@104 ->
  ? worth a -> 18 cash 0 realized 0 unrealized 18 margin 0 from nothing
# ! after the close of a list that came before it
  a has money 2026-01-04 cash 1000 worth 1000 ->
  settle X at 110 ->
  a has positions 2026-01-05 X:3@14 -> BreakOpened 1 0:3
  close 2026-01-05 ->
  a has positions 2026-01-05 X:3@104 ->
  ? worth a -> 1018 cash 1000 realized 0 unrealized 18 margin 0 from 2026-01-04 mismatch
  a has money 2026-01-05 cash 1000 worth 1018 ->
  ? worth a -> 1018 cash 1000 realized 0 unrealized 18 margin 0 from 2026-01-05
# ! and in the session after it
  a has money 2026-01-04 cash 1000 worth 1000 ->
  settle X at 110 ->
  a has positions 2026-01-05 X:3@14 -> BreakOpened 1 0:3
  close 2026-01-05 ->
  open 2026-01-06 ->
  c buys 1 at 112 -> #1 New
  a sells 1 at 112 -> #2 New, 1@112 #1/#2, #1 Filled, #2 Filled
  a has positions 2026-01-05 X:3@104 ->
  ? worth a -> 1024 cash 1008 realized 8 unrealized 16 margin 0 from 2026-01-04 mismatch
# ! money of the date has it in any case
  settle X at 110 ->
  a has positions 2026-01-05 X:3@14 -> BreakOpened 1 0:3
  a has money 2026-01-05 cash 1000 worth 1018 ->
  a has positions 2026-01-05 X:3@104 ->
  ? worth a -> 1018 cash 1000 realized 0 unrealized 18 margin 0 from 2026-01-05
  close 2026-01-05 ->
  ? worth a -> 1018 cash 1000 realized 0 unrealized 18 margin 0 from 2026-01-05
# ! the same again moves nothing, though the market has moved: what it takes away went at the mark of the first
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  a has positions 2026-01-05 X:3@100 -> BreakOpened 1 5:3
  c buys 1 at 110 -> #3 New
  d sells 1 at 110 -> #4 New, 1@110 #3/#4, #3 Filled, #4 Filled
  ? worth a -> 30 cash 0 realized 0 unrealized 30 margin 0 from nothing
  a has positions 2026-01-05 X:3@100 ->
  ? worth a -> 30 cash 0 realized 0 unrealized 30 margin 0 from nothing
  a has positions 2026-01-05 X:4@100 -> BreakChanged 1 5:4
  ? worth a -> 40 cash 0 realized 0 unrealized 40 margin 0 from nothing
# ! what was sold in between was sold from what the last list says
  a has money 2026-01-04 cash 1000 worth 1000 ->
  settle X at 110 ->
  a has positions 2026-01-05 X:4@14 -> BreakOpened 1 0:4
  c buys 1 at 112 -> #1 New
  a sells 1 at 112 -> #2 New, 1@112 #1/#2, #1 Filled, #2 Filled
  a has positions 2026-01-05 X:3@104 -> BreakChanged 1 -1:3
  ? worth a -> 1032 cash 1008 realized 0 unrealized 24 margin 0 from 2026-01-04 mismatch
  a has positions 2026-01-05 X:3@104 ->
  ? worth a -> 1032 cash 1008 realized 0 unrealized 24 margin 0 from 2026-01-04 mismatch
  c buys 1 at 113 -> #3 New
  a sells 1 at 113 -> #4 New, 1@113 #3/#4, #3 Filled, #4 Filled
  a has positions 2026-01-05 X:2@104.5 -> BreakChanged 1 -2:2
  ? worth a -> 1033 cash 1016 realized 0 unrealized 17 margin 0 from 2026-01-04 mismatch
# ! what was held before the first goes on from its mark, whatever was traded
  a has money 2026-01-04 cash 1000 worth 1000 ->
  a buys 3 at 100 -> #1 New
  b sells 3 at 100 -> #2 New, 3@100 #1/#2, #1 Filled, #2 Filled
  a has positions 2026-01-05 X:3@14 ->
  c buys 1 at 112 -> #3 New
  a sells 1 at 112 -> #4 New, 1@112 #3/#4, #3 Filled, #4 Filled
  ? worth a -> 1036 cash 840 realized 98 unrealized 196 margin 0 from 2026-01-04 mismatch
  a has positions 2026-01-05 X:2@99 ->
  ? worth a -> 1036 cash 1010 realized 0 unrealized 26 margin 0 from 2026-01-04 mismatch
  a buys 2 at 111 -> #5 New
  b sells 2 at 111 -> #6 New, 2@111 #5/#6, #5 Filled, #6 Filled
  ? worth a -> 1034 cash 1010 realized 0 unrealized 24 margin 0 from 2026-01-04 mismatch
  a has positions 2026-01-05 X:4@105.5 ->
  ? worth a -> 1034 cash 1012 realized 0 unrealized 22 margin 0 from 2026-01-04 mismatch
# ! sold out, and left out: what was won by the sale stays
  a has money 2026-01-04 cash 1000 worth 1000 ->
  settle X at 110 ->
  a has positions 2026-01-05 X:3@104 -> BreakOpened 1 0:3
  c buys 2 at 112 -> #1 New
  a sells 2 at 112 -> #2 New, 2@112 #1/#2, #1 Filled, #2 Filled
  a has positions 2026-01-05 -> BreakChanged 1 -2:0
  ? worth a -> 1024 cash 1024 realized 0 unrealized 0 margin 0 from 2026-01-04 mismatch
# ! once something was bought, an average does not say what it began at: a list goes on from what is held
  a has money 2026-01-04 cash 1000 worth 1000 ->
  settle X at 110 ->
  a has positions 2026-01-05 X:2@104 -> BreakOpened 1 0:2
  a buys 2 at 112 -> #1 New
  c sells 2 at 112 -> #2 New, 2@112 #1/#2, #1 Filled, #2 Filled
  ? worth a -> 1016 cash 1000 realized 0 unrealized 16 margin 0 from 2026-01-04 mismatch
  a has positions 2026-01-05 X:4@107 -> BreakChanged 1 2:4
  ? worth a -> 1016 cash 996 realized 0 unrealized 20 margin 0 from 2026-01-04 mismatch
# ! bought and sold: a list goes on from what is held
  a has money 2026-01-04 cash 1000 worth 1000 ->
  settle X at 110 ->
  a has positions 2026-01-05 X:3@104 -> BreakOpened 1 0:3
  c buys 2 at 112 -> #1 New
  a sells 2 at 112 -> #2 New, 2@112 #1/#2, #1 Filled, #2 Filled
  a buys 1 at 108 -> #3 New
  c sells 1 at 108 -> #4 New, 1@108 #3/#4, #3 Filled, #4 Filled
  ? worth a -> 1020 cash 1016 realized 16 unrealized 4 margin 0 from 2026-01-04 mismatch
  a has positions 2026-01-05 X:2@100 -> BreakChanged 1 -1:2
  ? worth a -> 1020 cash 1004 realized 0 unrealized 16 margin 0 from 2026-01-04 mismatch
# ! a finer price does not change what was before
  a has money 2026-01-04 cash 1000 worth 1000 ->
  a buys 1 at 95 -> #1 New
  b sells 1 at 95 -> #2 New, 1@95 #1/#2, #1 Filled, #2 Filled
  c buys 1 at 100 -> #3 New
  d sells 1 at 100 -> #4 New, 1@100 #3/#4, #3 Filled, #4 Filled
  a has positions 2026-01-05 X:3@14 -> BreakOpened 1 1:3
  a has positions 2026-01-05 X:3@104.5 ->
  a has positions 2026-01-05 X:1@95 -> BreakClosed 1 1:1
  ? worth a -> 1005 cash 1000 realized 0 unrealized 5 margin 0 from 2026-01-04 mismatch
# ! nor what was won at the close before
  a buys 3 at 100 -> #1 New
  b sells 3 at 100 -> #2 New, 3@100 #1/#2, #1 Filled, #2 Filled
  settle X at 110 ->
  close 2026-01-05 ->
  a has money 2026-01-05 cash 1000 worth 1030 ->
  open 2026-01-06 ->
  a has positions 2026-01-06 X:3@100.5 ->
  ? worth a -> 1030 cash 1001.5 realized 0 unrealized 28.5 margin 0 from 2026-01-05 mismatch
# ! money of the moment knows a list that moves nothing, and the one in its place
  c buys 1 at 105 -> #1 New
  d sells 1 at 105 -> #2 New, 1@105 #1/#2, #1 Filled, #2 Filled
  a has money 2026-01-05 cash 100 worth 100 ->
  a has positions 2026-01-04 X:1@105 -> BreakOpened 1 0:1
  a has positions 2026-01-04 X:-4@103 -> BreakChanged 1 0:-4
  ? worth a -> 100 cash 100 realized 0 unrealized -8 margin 0 from 2026-01-05 mismatch
`;

const closes = `
# ! money of a close knows what was sold after the list
  settle X at 110 ->
  a has positions 2026-01-05 X:3@104 -> BreakOpened 1 0:3
  c buys 1 at 112 -> #1 New
  a sells 1 at 112 -> #2 New, 1@112 #1/#2, #1 Filled, #2 Filled
  close 2026-01-05 -> BreakChanged 1 -1:3
  a has money 2026-01-05 cash 1000 worth 1016 ->
  ? worth a -> 1016 cash 1000 realized 8 unrealized 12 margin 0 from 2026-01-05
# ! what a list takes away from a past close goes at the closing price
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  settle X at 110 ->
  close 2026-01-05 ->
  open 2026-01-06 ->
  c buys 1 at 112 -> #3 New
  d sells 1 at 112 -> #4 New, 1@112 #3/#4, #3 Filled, #4 Filled
  a has positions 2026-01-05 X:3@100 -> BreakOpened 1 5:3
  ? worth a -> 56 cash 20 realized 0 unrealized 36 margin 0 from nothing
# ! closes between a late list and the last one are counted from it
  settle X at 110 ->
  close 2026-01-05 ->
  open 2026-01-06 ->
  settle X at 112 ->
  close 2026-01-06 ->
  a has positions 2026-01-04 X:3@104 -> BreakOpened 1 0:3
  a has money 2026-01-05 cash 1000 worth 1018 ->
  ? worth a -> 1024 cash 1000 realized 0 unrealized 24 margin 0 from 2026-01-05 mismatch
# ! without a closing price what is held goes on from the mark of now
  c buys 1 at 100 gtc on Y -> #1 New
  d sells 1 at 102 gtc on Y -> #2 New
  a has positions 2026-01-04 Y:-2@96 -> BreakOpened 2 0:-2
  close 2026-01-05 ->
  ? worth a -> -10 cash 0 realized 0 unrealized -10 margin 0 from nothing
  a has positions 2026-01-05 Y:-2@103 ->
  ? worth a -> -10 cash -14 realized 0 unrealized 4 margin 0 from nothing
# ! a list knows what was held at a close that nobody had a price for
  close 2026-01-05 ->
  a has positions 2026-01-04 Y:-2@96 -> BreakOpened 2 0:-2
  settle Y at 104 ->
  ? worth a -> -16 cash 0 realized 0 unrealized -16 margin 0 from nothing
  a has positions 2026-01-05 Y:-2@103 ->
  ? worth a -> -16 cash -14 realized 0 unrealized -2 margin 0 from nothing
# ! money of a session to come counts from what the list made of the close before it, also when that session has closed
  settle X at 110 ->
  close 2026-01-05 ->
  a has positions 2026-01-05 X:3@104 -> BreakOpened 1 0:3
  a has money 2026-01-06 cash 1000 worth 1018 ->
  open 2026-01-06 ->
  settle X at 112 ->
  close 2026-01-06 ->
  ? worth a -> 1024 cash 1000 realized 0 unrealized 24 margin 0 from 2026-01-06 mismatch
  a has positions 2026-01-06 X:3@104 ->
  ? worth a -> 1024 cash 1000 realized 0 unrealized 24 margin 0 from 2026-01-06
`;

const former = `
# ! under the eighth rules a list went on from another one of its date
  a has money 2026-01-04 cash 1000 worth 1000 ->
  settle X at 110 ->
  a has positions 2026-01-05 X:3@14 -> BreakOpened 1 0:3
  a has positions 2026-01-05 X:3@104 ->
  ? worth a -> 1288 cash 1270 realized 0 unrealized 18 margin 0 from 2026-01-04 mismatch
# ! money of the moment did not know a list that moves nothing, nor the next one
  c buys 1 at 105 -> #1 New
  d sells 1 at 105 -> #2 New, 1@105 #1/#2, #1 Filled, #2 Filled
  a has money 2026-01-05 cash 100 worth 100 ->
  a has positions 2026-01-04 X:1@105 -> BreakOpened 1 0:1
  a has positions 2026-01-04 X:-4@103 -> BreakChanged 1 0:-4
  ? worth a -> 92 cash 100 realized 0 unrealized -8 margin 0 from 2026-01-05 mismatch
# ! money of a session to come counted from what a list made of the close of its date
  settle X at 110 ->
  close 2026-01-05 ->
  a has positions 2026-01-05 X:3@104 -> BreakOpened 1 0:3
  a has money 2026-01-06 cash 1000 worth 1018 ->
  open 2026-01-06 ->
  settle X at 112 ->
  close 2026-01-06 ->
  a has positions 2026-01-06 X:3@104 ->
  ? worth a -> 1018 cash 1000 realized 0 unrealized 24 margin 0 from 2026-01-06
`;

describe.each(Object.entries({ replaced, closes }))('lists of one date: %s', (_, table) => {
  it.each(casesOf(table).map((one) => [one.name, one] as const))('%s', (_name, one) => {
    expect(run(one)).toEqual(expectation(one));
  });
});

describe('lists of one date, formerly', () => {
  it.each(casesOf(former).map((one) => [one.name, one] as const))('%s', (_name, one) => {
    expect(run(one, ['rules 8', ...FLOOR.slice(1)])).toEqual(expectation(one));
  });
});
