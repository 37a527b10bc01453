import { casesOf, expectation, run } from './tables.js';

const priority = `
# an order without a counterpart rests
  a buys 5 at 100 -> #1 New
  ? book -> #1 5@100 | none
# equal prices trade in full
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  ? book -> none | none
# a trade prints at the resting order's price, the buyer being late
  a sells 5 at 100 -> #1 New
  b buys 5 at 103 -> #2 New, 5@100 #2/#1, #2 Filled, #1 Filled
# a trade prints at the resting order's price, the seller being late
  a buys 5 at 100 -> #1 New
  b sells 5 at 97 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
# prices that do not meet do not trade
  a buys 5 at 99 -> #1 New
  b sells 5 at 100 -> #2 New
  ? book -> #1 5@99 | #2 5@100
# the better bid trades first though it came later
  a buys 1 at 99 -> #1 New
  b buys 1 at 100 -> #2 New
  c sells 2 at 99 -> #3 New, 1@100 #2/#3, #2 Filled, 1@99 #1/#3, #1 Filled, #3 Filled
# the better offer trades first though it came later
  a sells 1 at 101 -> #1 New
  b sells 1 at 100 -> #2 New
  c buys 2 at 101 -> #3 New, 1@100 #3/#2, #2 Filled, 1@101 #3/#1, #3 Filled, #1 Filled
# at one price the earlier bid trades first
  a buys 1 at 100 -> #1 New
  b buys 1 at 100 -> #2 New
  c sells 1 at 100 -> #3 New, 1@100 #1/#3, #1 Filled, #3 Filled
  ? book -> #2 1@100 | none
# at one price the earlier offer trades first
  a sells 1 at 100 -> #1 New
  b sells 1 at 100 -> #2 New
  c buys 1 at 100 -> #3 New, 1@100 #3/#1, #3 Filled, #1 Filled
  ? book -> none | #2 1@100
# a partial fill keeps its place
  a buys 5 at 100 -> #1 New
  b buys 5 at 100 -> #2 New
  c sells 2 at 100 -> #3 New, 2@100 #1/#3, #3 Filled
  c sells 4 at 100 -> #4 New, 3@100 #1/#4, #1 Filled, 1@100 #2/#4, #4 Filled
  ? book -> #2 4@100 | none
# what a taker does not get rests at its limit
  a sells 2 at 100 -> #1 New
  b buys 5 at 100 -> #2 New, 2@100 #2/#1, #1 Filled
  ? book -> #2 3@100 | none
  ? order 2 -> PartiallyFilled 2/5 v1 Day
# a taker stops at its limit and rests there
  a sells 1 at 100 -> #1 New
  b sells 1 at 102 -> #2 New
  c buys 3 at 101 -> #3 New, 1@100 #3/#1, #1 Filled
  ? book -> #3 2@101 | #2 1@102
# three prices are swept in their order
  a sells 1 at 102 -> #1 New
  a sells 1 at 100 -> #2 New
  a sells 1 at 101 -> #3 New
  b buys 3 at 102 -> #4 New, 1@100 #4/#2, #2 Filled, 1@101 #4/#3, #3 Filled, 1@102 #4/#1, #4 Filled, #1 Filled
# instruments are books of their own
  a buys 1 at 100 on X -> #1 New
  b sells 1 at 100 on Y -> #2 New
  ? book X -> #1 1@100 | none
  ? book Y -> none | #2 1@100
# a price that was emptied can come back
  a buys 1 at 100 -> #1 New
  a cancels 1 -> #1 Cancelled requested
  a buys 2 at 100 -> #2 New
  ? book -> #2 2@100 | none
# the greatest quantity trades
  a buys 1000000000 at 100 -> #1 New
  b sells 1000000000 at 100 -> #2 New, 1000000000@100 #1/#2, #1 Filled, #2 Filled
`;

const lives = `
# IOC trades what it can and goes
  a sells 2 at 100 -> #1 New
  b buys 5 at 100 ioc -> #2 New, 2@100 #2/#1, #1 Filled, #2 Cancelled immediate_or_cancel
  ? book -> none | none
# IOC without a counterpart goes at once
  a buys 5 at 100 ioc -> #1 New, #1 Cancelled immediate_or_cancel
# IOC that is filled is filled
  a sells 5 at 100 -> #1 New
  b buys 5 at 100 ioc -> #2 New, 5@100 #2/#1, #2 Filled, #1 Filled
# FOK trades in full over several prices
  a sells 2 at 100 -> #1 New
  a sells 3 at 101 -> #2 New
  b buys 5 at 101 fok -> #3 New, 2@100 #3/#1, #1 Filled, 3@101 #3/#2, #3 Filled, #2 Filled
# FOK that lacks one contract trades nothing
  a sells 2 at 100 -> #1 New
  a sells 2 at 101 -> #2 New
  b buys 5 at 101 fok -> #3 New, #3 Cancelled fill_or_kill
  ? book -> none | #1 2@100 #2 2@101
# FOK does not count what is beyond its limit
  a sells 2 at 100 -> #1 New
  a sells 3 at 102 -> #2 New
  b buys 5 at 101 fok -> #3 New, #3 Cancelled fill_or_kill
# FOK of a seller does not count what is below its limit
  a buys 2 at 100 -> #1 New
  a buys 3 at 98 -> #2 New
  b sells 5 at 99 fok -> #3 New, #3 Cancelled fill_or_kill
# FOK on an empty book goes
  a buys 1 at 100 fok -> #1 New, #1 Cancelled fill_or_kill
# a market order takes any price
  a sells 1 at 100 -> #1 New
  a sells 1 at 900 -> #2 New
  b buys 2 -> #3 New, 1@100 #3/#1, #1 Filled, 1@900 #3/#2, #3 Filled, #2 Filled
# a market order's rest does not wait
  a sells 1 at 100 -> #1 New
  b buys 2 -> #2 New, 1@100 #2/#1, #1 Filled, #2 Cancelled no_liquidity
# a market order on an empty book goes
  a sells 2 -> #1 New, #1 Cancelled no_liquidity
# a market order that must be filled or killed is killed
  a sells 1 at 100 -> #1 New
  b buys 2 fok -> #2 New, #2 Cancelled fill_or_kill
# a market order that must be filled or killed is filled
  a sells 2 at 100 -> #1 New
  b buys 2 fok -> #2 New, 2@100 #2/#1, #2 Filled, #1 Filled
# post-only rests where it meets nobody
  a sells 1 at 101 -> #1 New
  b buys 1 at 100 post -> #2 New
  ? book -> #2 1@100 | #1 1@101
# post-only never takes
  a sells 1 at 100 -> #1 New
  b buys 5 at 100 post -> #2 New, #2 Cancelled post_only
  ? book -> none | #1 1@100
# post-only never takes from its own account either
  a sells 1 at 100 -> #1 New
  a buys 5 at 100 post -> #2 New, #2 Cancelled post_only
# a resting post-only order is taken like any other
  a buys 1 at 100 post -> #1 New
  b sells 1 at 100 -> #2 New, 1@100 #1/#2, #1 Filled, #2 Filled
`;

const selfTrades = `
# the aggressor goes when it meets itself
  a sells 1 at 100 -> #1 New
  a buys 1 at 100 -> #2 New, #2 Cancelled self_trade
  ? book -> none | #1 1@100
# the aggressor trades with those before itself
  b sells 1 at 100 -> #1 New
  a sells 1 at 100 -> #2 New
  c sells 1 at 100 -> #3 New
  a buys 3 at 100 -> #4 New, 1@100 #4/#1, #1 Filled, #4 Cancelled self_trade
  ? book -> none | #2 1@100 #3 1@100
# the resting order goes and the aggressor trades on
  group 1 CancelResting ->
  b sells 1 at 100 -> #1 New
  a sells 1 at 100 -> #2 New
  c sells 1 at 100 -> #3 New
  a buys 3 at 100 -> #4 New, 1@100 #4/#1, #1 Filled, #2 Cancelled self_trade, 1@100 #4/#3, #3 Filled
  ? book -> #4 1@100 | none
# both go
  group 1 CancelBoth ->
  a sells 1 at 100 -> #1 New
  c sells 1 at 100 -> #2 New
  a buys 3 at 100 -> #3 New, #1 Cancelled self_trade, #3 Cancelled self_trade
  ? book -> none | #2 1@100
# two accounts of the venue trade with each other
  a sells 1 at 100 -> #1 New
  b buys 1 at 100 -> #2 New, 1@100 #2/#1, #2 Filled, #1 Filled
# an own order that is out of reach stops nothing
  b sells 1 at 100 -> #1 New
  a sells 1 at 101 -> #2 New
  a buys 1 at 101 -> #3 New, 1@100 #3/#1, #3 Filled, #1 Filled
# FOK does not begin what it could not end before meeting itself
  b sells 1 at 100 -> #1 New
  a sells 1 at 100 -> #2 New
  c sells 1 at 100 -> #3 New
  a buys 2 at 100 fok -> #4 New, #4 Cancelled fill_or_kill
  ? book -> none | #1 1@100 #2 1@100 #3 1@100
# FOK counts past its own resting order where that would be canceled
  group 1 CancelResting ->
  b sells 1 at 100 -> #1 New
  a sells 1 at 100 -> #2 New
  c sells 1 at 100 -> #3 New
  a buys 2 at 100 fok -> #4 New, 1@100 #4/#1, #1 Filled, #2 Cancelled self_trade, 1@100 #4/#3, #4 Filled, #3 Filled
# FOK that fails cancels nobody's resting order
  group 1 CancelResting ->
  a sells 1 at 100 -> #1 New
  c sells 1 at 100 -> #2 New
  a buys 2 at 100 fok -> #3 New, #3 Cancelled fill_or_kill
  ? book -> none | #1 1@100 #2 1@100
# a market order meets itself like any other
  a sells 1 at 100 -> #1 New
  a buys 1 -> #2 New, #2 Cancelled self_trade
# an own order at another price does not spare the one in front
  group 1 CancelBoth ->
  a sells 1 at 100 -> #1 New
  a sells 1 at 101 -> #2 New
  a buys 2 at 101 -> #3 New, #1 Cancelled self_trade, #3 Cancelled self_trade
  ? book -> none | #2 1@101
`;

const owners = `
# accounts of one owner trade with each other where only the account counts
  group 1 account ->
  a sells 1 at 100 -> #1 New
  a for g buys 1 at 100 -> #2 New, 1@100 #2/#1, #2 Filled, #1 Filled
# and where nothing is said of it
  a sells 1 at 100 -> #1 New
  a for g buys 1 at 100 -> #2 New, 1@100 #2/#1, #2 Filled, #1 Filled
# where the owner counts, the aggressor goes
  group 1 owner ->
  b sells 1 at 100 -> #1 New
  a sells 1 at 100 -> #2 New
  a for g buys 3 at 100 -> #3 New, 1@100 #3/#1, #1 Filled, #3 Cancelled self_trade
  ? book -> none | #2 1@100
# by an order that was there before the owner counted
  a sells 1 at 100 -> #1 New
  group 1 owner ->
  a for g buys 1 at 100 -> #2 New, #2 Cancelled self_trade
# by a market order, too
  group 1 owner ->
  a sells 1 at 100 -> #1 New
  a for g buys 1 -> #2 New, #2 Cancelled self_trade
# the resting order of the other account goes
  group 1 CancelResting owner ->
  a sells 1 at 100 -> #1 New
  c sells 1 at 100 -> #2 New
  a for g buys 1 at 100 -> #3 New, #1 Cancelled self_trade, 1@100 #3/#2, #3 Filled, #2 Filled
# FOK does not count what the owner offers by another account
  group 1 owner ->
  b sells 1 at 100 -> #1 New
  a sells 1 at 100 -> #2 New
  a for g buys 2 at 100 fok -> #3 New, #3 Cancelled fill_or_kill
# a grant makes nobody an owner
  group 1 owner ->
  b trusts a ->
  b sells 1 at 100 -> #1 New
  a buys 1 at 100 -> #2 New, 1@100 #2/#1, #2 Filled, #1 Filled
`;

describe.each(Object.entries({ priority, lives, selfTrades, owners }))('the tables of %s', (_, table) => {
  it.each(casesOf(table).map((one) => [one.name, one] as const))('%s', (_name, one) => {
    expect(run(one)).toEqual(expectation(one));
  });
});
