import { casesOf, expectation, run } from './tables.js';

const bands = `
# a market order stops at the band, and what is left is canceled
  group 1 band 500 ->
  settle X at 100 ->
  c sells 1 at 104 -> #1 New
  c sells 1 at 105 -> #2 New
  c sells 1 at 106 -> #3 New
  a buys 3 -> #4 New, 1@104 #4/#1, #1 Filled, 1@105 #4/#2, #2 Filled, #4 Cancelled price_out_of_band
  ? book -> none | #3 1@106
# a seller stops at the lower edge
  group 1 band 500 ->
  settle X at 100 ->
  c buys 1 at 95 -> #1 New
  c buys 1 at 94 -> #2 New
  a sells 2 -> #3 New, 1@95 #1/#3, #1 Filled, #3 Cancelled price_out_of_band
  ? book -> #2 1@94 | none
# the band of an order is that of its beginning, whatever it trades
  group 1 band 500 ->
  settle X at 100 ->
  c sells 1 at 105 -> #1 New
  c sells 1 at 107 -> #2 New
  a buys 2 -> #3 New, 1@105 #3/#1, #1 Filled, #3 Cancelled price_out_of_band
  a buys 1 -> #4 New, 1@107 #4/#2, #4 Filled, #2 Filled
# nobody left within the band and nobody behind it is another reason
  group 1 band 500 ->
  settle X at 100 ->
  c sells 1 at 104 -> #1 New
  a buys 2 -> #2 New, 1@104 #2/#1, #1 Filled, #2 Cancelled no_liquidity
# without a band a market order takes any price
  settle X at 100 ->
  c sells 1 at 900 -> #1 New
  a buys 1 -> #2 New, 1@900 #2/#1, #2 Filled, #1 Filled
# without a reference there is no band
  group 1 band 500 ->
  c sells 1 at 900 -> #1 New
  a buys 1 -> #2 New, 1@900 #2/#1, #2 Filled, #1 Filled
# FOK at market counts within the band only
  group 1 band 500 ->
  settle X at 100 ->
  c sells 1 at 105 -> #1 New
  c sells 1 at 106 -> #2 New
  a buys 2 fok -> #3 New, #3 Cancelled fill_or_kill
  a buys 1 fok -> #4 New, 1@105 #4/#1, #4 Filled, #1 Filled
# an elected stop stops at the band
  group 1 band 500 ->
  settle X at 100 ->
  a buys 3 stop 101 -> #1 PendingTrigger
  c sells 1 at 101 -> #2 New
  c sells 1 at 106 -> #3 New
  c sells 1 at 107 -> #4 New
  b buys 1 at 101 -> #5 New, 1@101 #5/#2, #5 Filled, #2 Filled, #1 Triggered, 1@106 #1/#3, #3 Filled, #1 Cancelled price_out_of_band
  ? book -> none | #4 1@107
# an elected stop limit does not rest beyond the band
  group 1 band 500 ->
  settle X at 100 ->
  a buys 3 stop 105 at 110 -> #1 PendingTrigger
  group 1 band 100 ->
  c sells 1 at 101 -> #2 New
  c sells 1 at 106 -> #3 New
  b buys 1 at 101 -> #4 New, 1@101 #4/#2, #4 Filled, #2 Filled
  group 1 band 500 ->
  b buys 1 at 106 -> #5 New, 1@106 #5/#3, #5 Filled, #3 Filled, #1 Triggered
  ? book -> #1 3@110 | none
# an elected stop limit beyond the band of that moment goes
  group 1 band 500 ->
  settle X at 100 ->
  a buys 3 stop 105 at 110 -> #1 PendingTrigger
  c sells 1 at 105 -> #2 New
  c sells 1 at 107 -> #3 New
  group 1 band 200 ->
  settle X at 104 ->
  b buys 1 at 105 -> #4 New, 1@105 #4/#2, #4 Filled, #2 Filled, #1 Triggered, 1@107 #1/#3, #3 Filled, #1 Cancelled price_out_of_band
  ? book -> none | none
# a modification of a stop that was elected is measured from the market
  group 1 band 500 ->
  settle X at 100 ->
  a buys 2 stop 101 at 102 -> #1 PendingTrigger
  c sells 1 at 101 -> #2 New
  b buys 1 at 101 -> #3 New, 1@101 #3/#2, #3 Filled, #2 Filled, #1 Triggered
  d sells 1 at 97 -> #4 New, 1@102 #1/#4, #4 Filled
  group 1 band 100 ->
  settle X at 100 ->
  c sells 5 at 103 -> #5 New
  a changes 1 at 104 -> price_out_of_band
  ? order 1 -> PartiallyFilled 1/2 v1 Day
  a changes 1 at 103 -> #1 Modified PartiallyFilled, 1@103 #1/#5, #1 Filled
# a modification beyond the band is refused, and the order stands
  group 1 band 500 ->
  settle X at 100 ->
  c sells 1 at 107 -> #1 New
  a buys 1 at 99 -> #2 New
  a changes 2 at 106 -> price_out_of_band
  a changes 2 to 2 at 107 -> price_out_of_band
  ? book -> #2 1@99 | #1 1@107
# a trade beyond the band does not move what it is measured from
  group 1 band 1000 ->
  settle X at 100 ->
  a buys 1 at 110 -> #1 New
  a buys 1 at 100 -> #2 New
  group 1 band 500 ->
  b sells 1 -> #3 New, 1@110 #1/#3, #1 Filled, #3 Filled
  c sells 1 at 108 -> #4 New
  d buys 1 at 106 -> price_out_of_band
  d buys 1 -> #6 New, #6 Cancelled price_out_of_band
  d buys 1 at 105 -> #7 New
# a trade within the band does
  group 1 band 500 ->
  settle X at 100 ->
  c sells 1 at 104 -> #1 New
  b buys 1 at 104 -> #2 New, 1@104 #2/#1, #2 Filled, #1 Filled
  b buys 1 at 109 -> #3 New
  b buys 1 at 110 -> price_out_of_band
# a new session is measured from the settlement
  group 1 band 500 ->
  settle X at 100 ->
  c sells 1 at 104 -> #1 New
  b buys 1 at 104 -> #2 New, 1@104 #2/#1, #2 Filled, #1 Filled
  settle X at 90 ->
  close 2026-01-05 ->
  open 2026-01-06 ->
  b buys 1 at 95 -> price_out_of_band
  b buys 1 at 94 -> #4 New
`;

describe('price bands', () => {
  it.each(casesOf(bands).map((one) => [one.name, one] as const))('%s', (_name, one) => {
    expect(run(one)).toEqual(expectation(one));
  });
});
