import { casesOf, expectation, run } from './tables.js';

const cancellations = `
# a canceled order is gone
  a buys 5 at 100 -> #1 New
  a cancels 1 -> #1 Cancelled requested
  ? book -> none | none
  b sells 5 at 100 -> #2 New
# an order from the middle of a queue goes without harm to the others
  a buys 1 at 100 -> #1 New
  b buys 1 at 100 -> #2 New
  c buys 1 at 100 -> #3 New
  b cancels 2 -> #2 Cancelled requested
  ? book -> #1 1@100 #3 1@100 | none
# a canceled order cannot be canceled again
  a buys 5 at 100 -> #1 New
  a cancels 1 -> #1 Cancelled requested
  a cancels 1 -> order_not_open
# a filled order cannot be canceled
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  a cancels 1 -> order_not_open
  b changes 2 to 6 -> order_not_open
# an order that never was is unknown
  a cancels 7 -> unknown_order
  a changes 7 to 3 -> unknown_order
# another's order is as unknown as none
  a buys 5 at 100 -> #1 New
  b cancels 1 -> unknown_order
  b changes 1 to 6 -> unknown_order
  ? book -> #1 5@100 | none
# the rest of a partly filled order can be canceled
  a buys 5 at 100 -> #1 New
  b sells 2 at 100 -> #2 New, 2@100 #1/#2, #2 Filled
  a cancels 1 -> #1 Cancelled requested
# an order goes by the name that its client gave it
  a buys 5 at 100 as mine -> #1 New
  a cancels mine -> #1 Cancelled requested
  a cancels mine -> order_not_open
  a cancels other -> unknown_order
# a client's name is his own
  a buys 5 at 100 as mine -> #1 New
  b cancels mine -> unknown_order
  b buys 5 at 99 as mine -> #2 New
  b cancels mine -> #2 Cancelled requested
# all orders of an account
  a buys 5 at 100 -> #1 New
  b buys 5 at 100 -> #2 New
  a sells 5 at 110 on Y -> #3 New
  a buys 1 stop 120 -> #4 PendingTrigger
  a cancels all -> #1 Cancelled mass_cancelled, #3 Cancelled mass_cancelled, #4 Cancelled mass_cancelled
  ? book -> #2 5@100 | none
# all orders of an account on one instrument
  a buys 5 at 100 -> #1 New
  a buys 5 at 100 on Y -> #2 New
  a cancels all Y -> #2 Cancelled mass_cancelled
# all orders of an account on one side
  a buys 5 at 100 -> #1 New
  a sells 5 at 110 -> #2 New
  a cancels all sells -> #2 Cancelled mass_cancelled
# everybody's orders are one's own and no more
  a buys 5 at 100 -> #1 New
  b buys 5 at 100 -> #2 New
  a cancels everybody X -> #1 Cancelled mass_cancelled
# nothing to cancel is no mistake
  a cancels all -> 
`;

const places = `
# a smaller order keeps its place
  a buys 5 at 100 -> #1 New
  b buys 5 at 100 -> #2 New
  a changes 1 to 3 -> #1 Modified New
  ? book -> #1 3@100 #2 5@100 | none
# a larger order goes to the end
  a buys 5 at 100 -> #1 New
  b buys 5 at 100 -> #2 New
  a changes 1 to 6 -> #1 Modified New
  ? book -> #2 5@100 #1 6@100 | none
# an order of another price goes to the end of that price
  a buys 5 at 100 -> #1 New
  b buys 5 at 99 -> #2 New
  a changes 1 at 99 -> #1 Modified New
  ? book -> #2 5@99 #1 5@99 | none
# an order that comes back to its price has lost its place
  a buys 5 at 100 -> #1 New
  b buys 5 at 100 -> #2 New
  a changes 1 at 99 -> #1 Modified New
  a changes 1 at 100 -> #1 Modified New
  ? book -> #2 5@100 #1 5@100 | none
# smaller and dearer is another price
  a buys 5 at 99 -> #1 New
  b buys 5 at 100 -> #2 New
  a changes 1 to 1 at 100 -> #1 Modified New
  ? book -> #2 5@100 #1 1@100 | none
# the same again keeps its place
  a buys 5 at 100 -> #1 New
  b buys 5 at 100 -> #2 New
  a changes 1 to 5 at 100 -> #1 Modified New
  ? book -> #1 5@100 #2 5@100 | none
# another life keeps its place
  a buys 5 at 100 -> #1 New
  b buys 5 at 100 -> #2 New
  a changes 1 tif GTC -> #1 Modified New
  ? book -> #1 5@100 #2 5@100 | none
  ? order 1 -> New 0/5 v2 GTC
# what was filled counts into the new quantity
  a buys 5 at 100 -> #1 New
  b sells 2 at 100 -> #2 New, 2@100 #1/#2, #2 Filled
  a changes 1 to 4 -> #1 Modified PartiallyFilled
  ? book -> #1 2@100 | none
# at what was filled it is filled
  a buys 5 at 100 -> #1 New
  b sells 2 at 100 -> #2 New, 2@100 #1/#2, #2 Filled
  a changes 1 to 2 -> #1 Modified Filled
  ? book -> none | none
# below what was filled it is filled too
  a buys 5 at 100 -> #1 New
  b sells 2 at 100 -> #2 New, 2@100 #1/#2, #2 Filled
  a changes 1 to 1 -> #1 Modified Filled
  a cancels 1 -> order_not_open
`;

const trading = `
# a change into the market trades
  a buys 5 at 100 -> #1 New
  b sells 3 at 101 -> #2 New
  a changes 1 at 101 -> #1 Modified New, 3@101 #1/#2, #2 Filled
  ? book -> #1 2@101 | none
# a change to immediate or cancel trades now or never
  a buys 5 at 100 -> #1 New
  a changes 1 tif IOC -> #1 Modified New, #1 Cancelled immediate_or_cancel
# a change of post-only into the market is refused and leaves the order as it was
  b sells 3 at 101 -> #1 New
  a buys 5 at 100 post -> #2 New
  a changes 2 at 101 -> post_only_would_take
  a changes 2 to 9 at 102 -> post_only_would_take
  ? order 2 -> New 0/5 v1 Day
  ? book -> #2 5@100 | #1 3@101
# post-only may go up to the market
  b sells 3 at 101 -> #1 New
  a buys 5 at 99 post -> #2 New
  a changes 2 at 100 -> #2 Modified New
  ? book -> #2 5@100 | #1 3@101
# post-only that was filled in part is kept from taking as well, and can be ended at what was filled
  a buys 5 at 100 post -> #1 New
  b sells 2 at 100 -> #2 New, 2@100 #1/#2, #2 Filled
  b sells 3 at 101 -> #3 New
  a changes 1 at 101 -> post_only_would_take
  a changes 1 to 2 at 101 -> #1 Modified Filled
# post-only that waits for its stop does not take yet
  b sells 3 at 101 -> #1 New
  a buys 1 at 100 stop 110 post -> #2 PendingTrigger
  a changes 2 at 105 -> #2 Modified PendingTrigger
# a limit order has no stop price
  a buys 5 at 100 -> #1 New
  a changes 1 stop 105 -> inconsistent_terms
# a stop has no limit price
  a buys 5 stop 105 -> #1 PendingTrigger
  a changes 1 at 105 -> inconsistent_terms
# the version must be the one that was seen
  a buys 5 at 100 -> #1 New
  a changes 1 to 4 version 2 -> version_conflict
  a changes 1 to 4 version 1 -> #1 Modified New
  a changes 1 to 3 version 1 -> version_conflict
# the version counts modifications, and no fills
  a buys 5 at 100 -> #1 New
  b sells 1 at 100 -> #2 New, 1@100 #1/#2, #2 Filled
  ? order 1 -> PartiallyFilled 1/5 v1 Day
  a changes 1 to 4 version 1 -> #1 Modified PartiallyFilled
  ? order 1 -> PartiallyFilled 1/4 v2 Day
  a changes 1 to 3 version 1 -> version_conflict
# an election is no modification
  a buys 5 at 100 -> #1 New
  c buys 2 stop 100 at 99 -> #2 PendingTrigger
  b sells 1 at 100 -> #3 New, 1@100 #1/#3, #3 Filled, #2 Triggered
  ? order 2 -> New 0/2 v1 Day
# a quantity of nothing is none
  a buys 5 at 100 -> #1 New
  a changes 1 to 0 -> quantity_invalid
  ? book -> #1 5@100 | none
# a change that fails leaves the order where it was
  a buys 5 at 100 -> #1 New
  b buys 5 at 100 -> #2 New
  halt X ->
  a changes 1 to 6 -> instrument_halted
  resume X ->
  ? book -> #1 5@100 #2 5@100 | none
`;

const copies = `
# a copy makes no second order
  a buys 5 at 100 as mine -> #1 New
  a buys 5 at 100 as mine -> replayed #1
  ? book -> #1 5@100 | none
# a copy of a finished order is a copy all the same
  a buys 5 at 100 as mine -> #1 New
  a cancels 1 -> #1 Cancelled requested
  a buys 5 at 100 as mine -> replayed #1
# a refused order keeps its name
  halt X ->
  a buys 5 at 100 as mine -> instrument_halted
  resume X ->
  a buys 5 at 100 as mine -> replayed #1
# ! another order under the same name is refused
  a buys 5 at 100 as mine -> #1 New
  a buys 6 at 100 as mine -> client_order_id_conflict
  a buys 5 at 101 as mine -> client_order_id_conflict
  a sells 5 at 100 as mine -> client_order_id_conflict
  a buys 5 at 100 ioc as mine -> client_order_id_conflict
  a buys 5 at 100 as mine on Y -> client_order_id_conflict
  a buys 5 at 100 post as mine -> client_order_id_conflict
  a buys 5 at 100 as mine -> replayed #1
# ! the same price written with another number of decimals is the same
  a buys 5 at 100 as mine -> #1 New
  a buys 5 at 100.00 as mine -> replayed #1
`;

describe.each(Object.entries({ cancellations, places, trading, copies }))('the tables of %s', (_, table) => {
  it.each(casesOf(table).map((one) => [one.name, one] as const))('%s', (_name, one) => {
    expect(run(one)).toEqual(expectation(one));
  });
});
