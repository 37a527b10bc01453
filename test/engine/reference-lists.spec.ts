import { casesOf, expectation, run } from './tables.js';

const lists = `
# ! a reference price may be finer than the product, and what is counted with it is exact
  a has positions 2026-01-04 X:3@100.123 -> BreakOpened 1 0:3
  ? holds a -> 3 cost 300369 realized 0 unrealized 0 by reference 100123
  b buys 1 at 110 -> #1 New
  a sells 1 at 110 -> #2 New, 1@110 #1/#2, #1 Filled, #2 Filled
  ? holds a -> 2 cost 200246 realized 9877 unrealized 19754 by last 110
  ? worth a -> 29.631 cash 9.877 realized 9.877 unrealized 19.754 margin 0 from nothing
# ! a finer list makes what was carried finer
  a buys 2 at 100 -> #1 New
  b sells 2 at 100 -> #2 New, 2@100 #1/#2, #1 Filled, #2 Filled
  settle X at 103 ->
  close 2026-01-05 ->
  a has positions 2026-01-05 X:2@103.5 ->
  open 2026-01-06 ->
  ? worth a -> 6 cash 7 realized 0 unrealized -1 margin 0 from nothing
  settle X at 104 ->
  close 2026-01-06 ->
  a has money 2026-01-06 cash 1000 worth 1000 ->
  a has positions 2026-01-06 X:2@104.25 ->
  open 2026-01-07 ->
  settle X at 105 ->
  ? worth a -> 1002 cash 1000 realized 0 unrealized 1.5 margin 0 from 2026-01-06
# ! a finer list of the open session makes finer what was carried to it
  a buys 2 at 100 -> #1 New
  b sells 2 at 100 -> #2 New, 2@100 #1/#2, #1 Filled, #2 Filled
  settle X at 103 ->
  close 2026-01-05 ->
  a has money 2026-01-05 cash 1000 worth 1000 ->
  a has positions 2026-01-05 X:2@103 ->
  open 2026-01-06 ->
  settle X at 104 ->
  ? worth a -> 1002 cash 1000 realized 0 unrealized 2 margin 0 from 2026-01-05
  a has positions 2026-01-06 X:2@103.5 ->
  ? worth a -> 1002 cash 1001 realized 0 unrealized 1 margin 0 from 2026-01-05 mismatch
# ! the same list again is no other list, and closes a break once the books agree
  a has positions 2026-01-05 X:2@100 Y:1@7 -> BreakOpened 1 0:2, BreakOpened 2 0:1
  a has positions 2026-01-05 Y:1@7 X:2@100 ->
  a buys 2 at 100 -> #1 New
  b sells 2 at 100 -> #2 New, 2@100 #1/#2, #1 Filled, #2 Filled
  a has positions 2026-01-05 X:2@100 Y:1@7 -> BreakClosed 1 2:2
  ? holds a -> 4 cost 400 realized 0 unrealized 0 by last 100
# ! a list of an old command is a list of its own
  a has formerly 2026-01-05 X:2@100 -> BreakOpened 1 0:2
  a has formerly 2026-01-05 X:2@100 ->
  a has formerly 2026-01-05 X:2@100.5 -> unknown_instrument
`;

describe('lists of reference positions', () => {
  it.each(casesOf(lists).map((one) => [one.name, one] as const))('%s', (_name, one) => {
    expect(run(one)).toEqual(expectation(one));
  });
});
