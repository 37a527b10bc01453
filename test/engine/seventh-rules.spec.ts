/**
 * What lists of positions led to under the seventh rules: where money had their date, `net_liq` was the money and the profits that the
 * positions showed, but for lines that said what the books said; and no list moved cash. Journals of that time are replayed so.
 */
import { FLOOR } from './script.js';
import { casesOf, expectation, run } from './tables.js';

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
  ? worth a -> 1050 cash 1000 realized 0 unrealized 30 margin 0 from 2026-01-04 mismatch
  settle X at 112 ->
  ? worth a -> 1060 cash 1000 realized 0 unrealized 40 margin 0 from 2026-01-04 mismatch
# ! what a list has more than the books comes at its price, and what it lacks goes at the mark
  a has money 2026-01-04 cash 1000 worth 1000 ->
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  settle X at 110 ->
  close 2026-01-05 ->
  a has positions 2026-01-05 X:7@104 -> BreakOpened 1 5:7
  ? worth a -> 1062 cash 1000 realized 0 unrealized 42 margin 0 from 2026-01-04 mismatch
  a has positions 2026-01-05 X:2@104 -> BreakChanged 1 5:2
  ? worth a -> 1050 cash 1000 realized 0 unrealized 12 margin 0 from 2026-01-04 mismatch
  a has positions 2026-01-05 X:-2@104 -> BreakChanged 1 5:-2
  ? worth a -> 1038 cash 1000 realized 0 unrealized -12 margin 0 from 2026-01-04 mismatch
# ! money and positions of one date give the money and the profits that the positions show, whichever came first
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  settle X at 110 ->
  a has money 2026-01-05 cash 1000 worth 1050 ->
  a has positions 2026-01-05 X:5@108 ->
  ? worth a -> 1010 cash 1000 realized 0 unrealized -40 margin 0 from 2026-01-05
  close 2026-01-05 ->
  ? worth a -> 1060 cash 1000 realized 0 unrealized 10 margin 0 from 2026-01-05
# ! what is only confirmed at its average price changes nothing, whichever came first
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
# ! and what came between the money and the list that confirms stays
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  a has money 2026-01-05 cash 1000 worth 1000 ->
  c buys 1 at 110 -> #3 New
  d sells 1 at 110 -> #4 New, 1@110 #3/#4, #3 Filled, #4 Filled
  a has positions 2026-01-05 X:5@100 ->
  ? worth a -> 1050 cash 1000 realized 0 unrealized 50 margin 0 from 2026-01-05
# ! twice as much at half the price confirms nothing
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  a has money 2026-01-05 cash 1000 worth 1000 ->
  a has positions 2026-01-05 X:10@50 -> BreakOpened 1 5:10
  ? worth a -> 1500 cash 1000 realized 0 unrealized 500 margin 0 from 2026-01-05
# ! what the list before said is confirmed as well
  a has positions 2026-01-04 X:5@100 -> BreakOpened 1 0:5
  settle X at 103 ->
  close 2026-01-05 ->
  a has money 2026-01-05 cash 1000 worth 1015 ->
  a has positions 2026-01-05 X:5@100 ->
  ? worth a -> 1015 cash 1000 realized 0 unrealized 15 margin 0 from 2026-01-05
# ! a price that is not the average is one from which profit counts
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  a buys 2 at 110 -> #3 New
  c sells 2 at 110 -> #4 New, 2@110 #3/#4, #3 Filled, #4 Filled
  a has positions 2026-01-05 X:7@102.857 ->
  a has money 2026-01-05 cash 1000 worth 1050 ->
  ? worth a -> 1100.001 cash 1000 realized 0 unrealized 50.001 margin 0 from 2026-01-05
# ! what was confirmed of a closed session is what was held then
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
  ? worth a -> 1107.5 cash 1000 realized 0 unrealized 57.5 margin 0 from 2026-01-05
# ! the list first
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  settle X at 110 ->
  a has positions 2026-01-05 X:5@108 ->
  a has money 2026-01-05 cash 1000 worth 1050 ->
  ? worth a -> 1010 cash 1000 realized 0 unrealized -40 margin 0 from 2026-01-05
  close 2026-01-05 ->
  ? worth a -> 1060 cash 1000 realized 0 unrealized 10 margin 0 from 2026-01-05
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
  ? worth a -> 1065 cash 1000 realized 0 unrealized 15 margin 0 from 2026-01-05
  a has positions 2026-01-06 X:5@108 ->
  ? worth a -> 1065 cash 1000 realized 0 unrealized 15 margin 0 from 2026-01-05 mismatch
# ! every list reports all its differences, known or not
  a has positions 2026-01-05 X:2@100 -> BreakOpened 1 0:2
  a has positions 2026-01-05 X:2@101 -> BreakChanged 1 0:2
# ! a list of an old command is a list of its own
  a has formerly 2026-01-05 X:2@100 -> BreakOpened 1 0:2
  a has formerly 2026-01-05 X:2@100 -> BreakChanged 1 0:2
`;

describe('lists at averages, under the seventh rules', () => {
  it.each(casesOf(lists).map((one) => [one.name, one] as const))('%s', (_name, one) => {
    expect(run(one, ['rules 7', ...FLOOR.slice(1)])).toEqual(expectation(one));
  });
});
