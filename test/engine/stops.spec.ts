import { casesOf, expectation, run } from './tables.js';

const elections = `
# a stop waits for its price
  a buys 1 stop 105 -> #1 PendingTrigger
  ? book -> none | none
# a stop without any trade of the session waits
  b sells 1 at 100 -> #1 New
  a buys 1 stop 90 -> #2 PendingTrigger
# a trade at its price elects a buy stop, which takes what is there
  a buys 1 stop 105 -> #1 PendingTrigger
  b sells 1 at 105 -> #2 New
  b sells 1 at 106 -> #3 New
  c buys 1 at 105 -> #4 New, 1@105 #4/#2, #4 Filled, #2 Filled, #1 Triggered, 1@106 #1/#3, #1 Filled, #3 Filled
# a trade above its price elects a buy stop
  a buys 1 stop 104 -> #1 PendingTrigger
  b sells 2 at 105 -> #2 New
  c buys 1 at 105 -> #3 New, 1@105 #3/#2, #3 Filled, #1 Triggered, 1@105 #1/#2, #1 Filled, #2 Filled
# a trade below its price does not elect a buy stop
  a buys 1 stop 106 -> #1 PendingTrigger
  b sells 1 at 105 -> #2 New
  c buys 1 at 105 -> #3 New, 1@105 #3/#2, #3 Filled, #2 Filled
# a trade at its price elects a sell stop
  a sells 1 stop 95 -> #1 PendingTrigger
  b buys 1 at 95 -> #2 New
  b buys 1 at 94 -> #3 New
  c sells 1 at 95 -> #4 New, 1@95 #2/#4, #2 Filled, #4 Filled, #1 Triggered, 1@94 #3/#1, #3 Filled, #1 Filled
# a quote elects nothing
  a buys 1 stop 105 -> #1 PendingTrigger
  b sells 1 at 106 -> #2 New
  b buys 1 at 105 -> #3 New
# a stop that finds nobody is canceled
  a buys 1 stop 105 -> #1 PendingTrigger
  b sells 1 at 105 -> #2 New
  c buys 1 at 105 -> #3 New, 1@105 #3/#2, #3 Filled, #2 Filled, #1 Triggered, #1 Cancelled no_liquidity
# a stop that comes after its price was traded goes at once
  b sells 2 at 105 -> #1 New
  c buys 1 at 105 -> #2 New, 1@105 #2/#1, #2 Filled
  a buys 1 stop 104 -> #3 PendingTrigger, #3 Triggered, 1@105 #3/#1, #3 Filled, #1 Filled
# a sell stop above the last trade goes at once
  b buys 2 at 100 -> #1 New
  c sells 1 at 100 -> #2 New, 1@100 #1/#2, #2 Filled
  a sells 1 stop 101 -> #3 PendingTrigger, #3 Triggered, 1@100 #1/#3, #1 Filled, #3 Filled
# a stop limit rests at its limit when nobody is there
  a buys 1 stop 105 at 106 -> #1 PendingTrigger
  b sells 1 at 105 -> #2 New
  c buys 1 at 105 -> #3 New, 1@105 #3/#2, #3 Filled, #2 Filled, #1 Triggered
  ? book -> #1 1@106 | none
# a stop limit does not trade beyond its limit
  a buys 1 stop 105 at 105 -> #1 PendingTrigger
  b sells 1 at 105 -> #2 New
  b sells 1 at 106 -> #3 New
  c buys 1 at 105 -> #4 New, 1@105 #4/#2, #4 Filled, #2 Filled, #1 Triggered
  ? book -> #1 1@105 | #3 1@106
# a stop limit that is immediate or cancel goes when elected
  a buys 2 stop 105 at 105 ioc -> #1 PendingTrigger
  b sells 2 at 105 -> #2 New
  c buys 1 at 105 -> #3 New, 1@105 #3/#2, #3 Filled, #1 Triggered, 1@105 #1/#2, #2 Filled, #1 Cancelled immediate_or_cancel
# an elected stop keeps to the policy of self-trades
  a buys 1 stop 105 -> #1 PendingTrigger
  a sells 1 at 106 -> #2 New
  b sells 1 at 105 -> #3 New
  c buys 1 at 105 -> #4 New, 1@105 #4/#3, #4 Filled, #3 Filled, #1 Triggered, #1 Cancelled self_trade
`;

const cascades = `
# of two buy stops the lower is elected first
  a buys 1 stop 106 -> #1 PendingTrigger
  b buys 1 stop 105 -> #2 PendingTrigger
  c sells 3 at 106 -> #3 New
  d buys 1 at 106 -> #4 New, 1@106 #4/#3, #4 Filled, #2 Triggered, 1@106 #2/#3, #2 Filled, #1 Triggered, 1@106 #1/#3, #1 Filled, #3 Filled
# of two sell stops the higher is elected first
  a sells 1 stop 94 -> #1 PendingTrigger
  b sells 1 stop 95 -> #2 PendingTrigger
  c buys 3 at 94 -> #3 New
  d sells 1 at 94 -> #4 New, 1@94 #3/#4, #4 Filled, #2 Triggered, 1@94 #3/#2, #2 Filled, #1 Triggered, 1@94 #3/#1, #3 Filled, #1 Filled
# at one stop price the earlier goes first
  a buys 1 stop 105 -> #1 PendingTrigger
  b buys 1 stop 105 -> #2 PendingTrigger
  c sells 2 at 105 -> #3 New
  d buys 1 at 105 -> #4 New, 1@105 #4/#3, #4 Filled, #1 Triggered, 1@105 #1/#3, #1 Filled, #3 Filled, #2 Triggered, #2 Cancelled no_liquidity
# a stop's own trade elects the next, until nothing is left to elect
  a buys 1 stop 101 -> #1 PendingTrigger
  b buys 1 stop 102 -> #2 PendingTrigger
  c buys 1 stop 104 -> #3 PendingTrigger
  d sells 1 at 101 -> #4 New
  d sells 1 at 102 -> #5 New
  d sells 1 at 103 -> #6 New
  c buys 1 at 101 -> #7 New, 1@101 #7/#4, #7 Filled, #4 Filled, #1 Triggered, 1@102 #1/#5, #1 Filled, #5 Filled, #2 Triggered, 1@103 #2/#6, #2 Filled, #6 Filled
  ? order 3 -> PendingTrigger 0/1 v1 Day
# a print that a sweep has left behind elects all the same
  d sells 1 at 103 -> #1 New
  c buys 1 at 103 -> #2 New, 1@103 #2/#1, #2 Filled, #1 Filled
  a sells 1 stop 100 -> #3 PendingTrigger
  d sells 1 at 100 -> #4 New
  d sells 1 at 102 -> #5 New
  b buys 1 at 90 -> #6 New
  c buys 2 at 102 -> #7 New, 1@100 #7/#4, #4 Filled, 1@102 #7/#5, #7 Filled, #5 Filled, #3 Triggered, 1@90 #6/#3, #6 Filled, #3 Filled
# a sell cascade can turn the market and elect nothing on the way back
  a sells 2 stop 95 -> #1 PendingTrigger
  b buys 1 stop 99 -> #2 PendingTrigger
  c buys 1 at 95 -> #3 New
  c buys 1 at 94 -> #4 New
  c buys 1 at 93 -> #5 New
  d sells 1 at 95 -> #6 New, 1@95 #3/#6, #3 Filled, #6 Filled, #1 Triggered, 1@94 #4/#1, #4 Filled, 1@93 #5/#1, #5 Filled, #1 Filled
  ? order 2 -> PendingTrigger 0/1 v1 Day
# the stops of one instrument do not hear the trades of another
  a buys 1 stop 100 on Y -> #1 PendingTrigger
  b sells 1 at 100 on X -> #2 New
  c buys 1 at 100 on X -> #3 New, 1@100 #3/#2, #3 Filled, #2 Filled
  ? order 1 -> PendingTrigger 0/1 v1 Day
# a modification that trades elects stops too
  a buys 1 stop 105 -> #1 PendingTrigger
  b sells 2 at 105 -> #2 New
  c buys 1 at 100 -> #3 New
  c changes 3 at 105 -> #3 Modified New, 1@105 #3/#2, #3 Filled, #1 Triggered, 1@105 #1/#2, #1 Filled, #2 Filled
`;

const waiting = `
# a waiting stop can be canceled
  a buys 1 stop 105 -> #1 PendingTrigger
  a cancels 1 -> #1 Cancelled requested
  b sells 1 at 105 -> #2 New
  c buys 1 at 105 -> #3 New, 1@105 #3/#2, #3 Filled, #2 Filled
# a waiting stop can be moved, and then waits behind those that were there
  a buys 1 stop 107 -> #1 PendingTrigger
  b buys 1 stop 105 -> #2 PendingTrigger
  a changes 1 stop 105 -> #1 Modified PendingTrigger
  c sells 3 at 105 -> #3 New
  d buys 1 at 105 -> #4 New, 1@105 #4/#3, #4 Filled, #2 Triggered, 1@105 #2/#3, #2 Filled, #1 Triggered, 1@105 #1/#3, #1 Filled, #3 Filled
# a smaller stop keeps its place
  a buys 3 stop 105 -> #1 PendingTrigger
  b buys 1 stop 105 -> #2 PendingTrigger
  a changes 1 to 1 -> #1 Modified PendingTrigger
  c sells 2 at 105 -> #3 New
  d buys 1 at 105 -> #4 New, 1@105 #4/#3, #4 Filled, #1 Triggered, 1@105 #1/#3, #1 Filled, #3 Filled, #2 Triggered, #2 Cancelled no_liquidity
# a stop that is moved to where the market was goes at once
  b sells 2 at 105 -> #1 New
  c buys 1 at 105 -> #2 New, 1@105 #2/#1, #2 Filled
  a buys 1 stop 107 -> #3 PendingTrigger
  a changes 3 stop 105 -> #3 Modified PendingTrigger, #3 Triggered, 1@105 #3/#1, #3 Filled, #1 Filled
# an elected stop limit has no stop price to change any more
  a buys 1 stop 105 at 105 -> #1 PendingTrigger
  b sells 1 at 105 -> #2 New
  c buys 1 at 105 -> #3 New, 1@105 #3/#2, #3 Filled, #2 Filled, #1 Triggered
  a changes 1 stop 106 -> inconsistent_terms
# the last trade of yesterday elects nothing today
  b sells 2 at 105 gtc -> #1 New
  c buys 1 at 105 -> #2 New, 1@105 #2/#1, #2 Filled
  close 2026-01-05 ->
  open 2026-01-06 ->
  a buys 1 stop 104 -> #3 PendingTrigger
`;

describe.each(Object.entries({ elections, cascades, waiting }))('the tables of %s', (_, table) => {
  it.each(casesOf(table).map((one) => [one.name, one] as const))('%s', (_name, one) => {
    expect(run(one)).toEqual(expectation(one));
  });
});
