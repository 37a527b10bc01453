import { casesOf, expectation, run } from './tables.js';

const listed = `
# ! what a list adds counts from its price where money is older
  a has money 2026-01-04 cash 1000 worth 1000 ->
  settle X at 110 ->
  close 2026-01-05 ->
  a has positions 2026-01-05 X:3@104 -> BreakOpened 1 0:3
  ? worth a -> 1018 cash 1000 realized 0 unrealized 18 margin 0 from 2026-01-04 mismatch
  a has money 2026-01-05 cash 1000 worth 1018 ->
  ? worth a -> 1018 cash 1000 realized 0 unrealized 18 margin 0 from 2026-01-05
# ! money of the list's date has the open profit of that close, whichever came first
  settle X at 110 ->
  close 2026-01-05 ->
  a has money 2026-01-05 cash 1000 worth 1018 ->
  a has positions 2026-01-05 X:3@104 -> BreakOpened 1 0:3
  ? worth a -> 1018 cash 1000 realized 0 unrealized 18 margin 0 from 2026-01-05
  open 2026-01-06 ->
  c buys 1 at 111 -> #1 New
  d sells 1 at 111 -> #2 New, 1@111 #1/#2, #1 Filled, #2 Filled
  ? worth a -> 1021 cash 1000 realized 0 unrealized 21 margin 0 from 2026-01-05
  c buys 3 at 112 -> #3 New
  a sells 3 at 112 -> #4 New, 3@112 #3/#4, #3 Filled, #4 Filled
  ? worth a -> 1024 cash 1024 realized 24 unrealized 0 margin 0 from 2026-01-05
  close 2026-01-06 ->
  ? worth a -> 1024 cash 1024 realized 24 unrealized 0 margin 0 from 2026-01-05
# ! the list first
  settle X at 110 ->
  close 2026-01-05 ->
  a has positions 2026-01-05 X:3@104 -> BreakOpened 1 0:3
  open 2026-01-06 ->
  c buys 1 at 111 -> #1 New
  d sells 1 at 111 -> #2 New, 1@111 #1/#2, #1 Filled, #2 Filled
  a has money 2026-01-05 cash 1000 worth 1018 ->
  ? worth a -> 1021 cash 1000 realized 0 unrealized 21 margin 0 from 2026-01-05
# ! a settlement price that comes later is that of the close
  settle X at 110 ->
  close 2026-01-05 ->
  a has positions 2026-01-05 X:3@104 -> BreakOpened 1 0:3
  a has money 2026-01-05 cash 1000 worth 1018 ->
  settle X at 112 ->
  ? worth a -> 1018 cash 1000 realized 0 unrealized 24 margin 0 from 2026-01-05
# ! what follows money of a moment is not taken back by a settlement price
  a buys 3 at 100 -> #1 New
  b sells 3 at 100 -> #2 New, 3@100 #1/#2, #1 Filled, #2 Filled
  a has money 2026-01-05 cash 1000 worth 1000 ->
  close 2026-01-05 ->
  a has positions 2026-01-05 X:3@100 ->
  settle X at 112 ->
  ? worth a -> 1036 cash 1000 realized 0 unrealized 36 margin 0 from 2026-01-05
# ! nobody knows a closing price: from the price of the list
  a has positions 2026-01-02 X:3@104 -> BreakOpened 1 0:3
  a has money 2026-01-02 cash 1000 worth 1000 ->
  settle X at 110 ->
  ? worth a -> 1018 cash 1000 realized 0 unrealized 18 margin 0 from 2026-01-02
# ! money of the moment has what the list before it added, and what the list after it adds
  settle X at 110 ->
  c buys 1 at 110 -> #1 New
  d sells 1 at 110 -> #2 New, 1@110 #1/#2, #1 Filled, #2 Filled
  a has positions 2026-01-05 X:3@104 -> BreakOpened 1 0:3
  a has money 2026-01-05 cash 1000 worth 1018 ->
  ? worth a -> 1018 cash 1000 realized 0 unrealized 18 margin 0 from 2026-01-05
  a has positions 2026-01-05 X:5@105 -> BreakChanged 1 0:5
  ? worth a -> 1018 cash 1000 realized 0 unrealized 25 margin 0 from 2026-01-05
  close 2026-01-05 ->
  ? worth a -> 1018 cash 1000 realized 0 unrealized 25 margin 0 from 2026-01-05
# ! money of a later session knows a list that comes late
  settle X at 110 ->
  close 2026-01-05 ->
  open 2026-01-06 ->
  c buys 1 at 111 -> #1 New
  d sells 1 at 111 -> #2 New, 1@111 #1/#2, #1 Filled, #2 Filled
  a has money 2026-01-06 cash 1000 worth 1021 ->
  a has positions 2026-01-05 X:3@104 -> BreakOpened 1 0:3
  ? worth a -> 1021 cash 1000 realized 0 unrealized 21 margin 0 from 2026-01-06 mismatch
  settle X at 112 ->
  close 2026-01-06 ->
  ? worth a -> 1024 cash 1000 realized 0 unrealized 24 margin 0 from 2026-01-06 mismatch
`;

describe('money that knows a list', () => {
  it.each(casesOf(listed).map((one) => [one.name, one] as const))('%s', (_name, one) => {
    expect(run(one)).toEqual(expectation(one));
  });
});
