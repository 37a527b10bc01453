import { casesOf, expectation, run } from './tables.js';

const states = `
# a halted instrument takes cancels only
  a buys 5 at 100 -> #1 New
  halt X ->
  b sells 5 at 100 -> instrument_halted
  b sells 5 -> instrument_halted
  a changes 1 to 4 -> instrument_halted
  a cancels 1 -> #1 Cancelled requested
# a halt is of one instrument
  halt X ->
  a buys 5 at 100 on Y -> #1 New
# a resumed instrument trades on with the book it had
  a buys 5 at 100 -> #1 New
  halt X ->
  resume X ->
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
# a closed market takes cancels only
  a buys 5 at 100 gtc -> #1 New
  close 2026-01-05 ->
  ? status X -> Closed
  b sells 5 at 100 -> market_closed
  a changes 1 to 4 -> market_closed
  a cancels 1 -> #1 Cancelled requested
# a halt outlives the night
  halt X ->
  close 2026-01-05 ->
  open 2026-01-06 ->
  ? status X -> Halted
  a buys 5 at 100 -> instrument_halted
# what the administration closes takes cancels only, tomorrow as well
  a buys 5 at 100 gtc -> #1 New
  a buys 5 at 99 gtc -> #2 New
  shut X ->
  ? status X -> Closed
  b sells 5 at 100 -> market_closed
  a changes 1 to 4 -> market_closed
  a cancels 1 -> #1 Cancelled requested
  close 2026-01-05 ->
  open 2026-01-06 ->
  b sells 5 at 99 -> market_closed
  resume X ->
  b sells 5 at 99 -> #5 New, 5@99 #2/#5, #2 Filled, #5 Filled
# a close of the administration takes the place of a halt, and the other way round
  halt X ->
  shut X ->
  a buys 1 at 100 -> market_closed
  halt X ->
  a buys 1 at 100 -> instrument_halted
  resume X ->
  a buys 1 at 100 -> #3 New
# ! an expired instrument can be settled, and nothing else
  expire X ->
  halt X -> instrument_expired
  shut X -> instrument_expired
  resume X -> instrument_expired
  settle X at 103 ->
  a has positions 2026-01-04 X:5@100 -> BreakOpened 1 0:5
  ? holds a -> 0 cost 0 realized 15 unrealized 0 by settlement 103
# sessions are of one product
  close 2026-01-05 ->
  a buys 5 at 100 on X -> market_closed
  a buys 5 at 100 on Z -> #2 New
# ! a session opens once, and after the one before
  open 2026-01-05 -> session_out_of_turn
  open 2026-01-06 -> session_out_of_turn
  close 2026-01-06 -> session_out_of_turn
  close 2026-01-05 ->
  close 2026-01-05 -> session_out_of_turn
  open 2026-01-05 -> session_out_of_turn
  open 2026-01-04 -> session_out_of_turn
  open 2026-01-06 ->
# ! a command for an unknown instrument is refused
  halt W -> unknown_instrument
  settle W at 5 -> unknown_instrument
  open 2026-01-06 product 7 -> unknown_product
  close 2026-01-06 product 7 -> unknown_product
  a buys 1 at 5 on W -> unknown_instrument
  h buys 1 at 5 -> unknown_account
`;

const ends = `
# a day order expires at its session's close
  a buys 5 at 100 -> #1 New
  close 2026-01-05 -> #1 Expired session_closed
  ? book -> none | none
# a partly filled day order expires with its rest
  a buys 5 at 100 -> #1 New
  b sells 2 at 100 -> #2 New, 2@100 #1/#2, #2 Filled
  close 2026-01-05 -> #1 Expired session_closed
# an order good till canceled stays with its place
  a buys 5 at 100 gtc -> #1 New
  b buys 5 at 100 -> #2 New
  c buys 5 at 100 gtc -> #3 New
  close 2026-01-05 -> #2 Expired session_closed
  open 2026-01-06 ->
  ? book -> #1 5@100 #3 5@100 | none
# an order good till a date lives through its session and no longer
  a buys 5 at 100 until 2026-01-06 -> #1 New
  close 2026-01-05 ->
  open 2026-01-06 ->
  ? book -> #1 5@100 | none
  close 2026-01-06 -> #1 Expired session_closed
# an order good till today expires today
  a buys 5 at 100 until 2026-01-05 -> #1 New
  close 2026-01-05 -> #1 Expired session_closed
# an order good till a day without a session expires before the next one begins
  a buys 5 at 100 until 2026-01-07 -> #1 New
  a sells 5 at 110 until 2026-01-08 -> #2 New
  close 2026-01-05 ->
  open 2026-01-08 -> #1 Expired session_closed
  ? book -> none | #2 5@110
  close 2026-01-08 -> #2 Expired session_closed
# ! an order good till yesterday comes too late
  a buys 5 at 100 until 2026-01-04 -> market_closed
# an order cannot be good till a date after the last session of its instrument
  instrument X of 1 until 2026-01-08 ->
  a buys 5 at 100 until 2026-01-09 -> instrument_expired
  a buys 5 at 100 until 2026-01-08 -> #2 New
  a changes 2 until 2026-01-09 -> instrument_expired
  a changes 2 to 4 -> #2 Modified New
  instrument X of 1 until 2026-01-07 ->
  a changes 2 to 3 -> #2 Modified New
  a changes 2 tif GTD until 2026-01-07 -> #2 Modified New
  a changes 2 tif GTD until 2026-01-08 -> instrument_expired
# waiting stops expire like the others
  a buys 5 stop 100 -> #1 PendingTrigger
  a buys 5 stop 100 at 101 gtc -> #2 PendingTrigger
  close 2026-01-05 -> #1 Expired session_closed
  ? order 2 -> PendingTrigger 0/5 v1 GTC
# a close is of one product's orders
  a buys 5 at 100 -> #1 New
  a buys 5 at 100 on Z -> #2 New
  close 2026-01-05 product 2 -> #2 Expired session_closed
  ? book -> #1 5@100 | none
# a changed life counts
  a buys 5 at 100 -> #1 New
  a changes 1 tif GTC -> #1 Modified New
  close 2026-01-05 ->
  ? book -> #1 5@100 | none
# everything expires with its instrument
  a buys 5 at 100 gtc -> #1 New
  a sells 5 stop 90 -> #2 PendingTrigger
  expire X -> #1 Expired instrument_expired, #2 Expired instrument_expired
  ? status X -> Expired
  a buys 5 at 100 -> instrument_expired
# an instrument expires at the close of its last session
  instrument X of 1 until 2026-01-05 ->
  a buys 5 at 100 gtc -> #1 New
  a buys 5 at 100 gtc on Y -> #2 New
  close 2026-01-05 -> #1 Expired instrument_expired
  open 2026-01-06 ->
  a buys 5 at 100 -> instrument_expired
  ? book Y -> #2 5@100 | none
# a disabled account loses its orders and enters no new ones
  a buys 5 at 100 -> #1 New
  b buys 5 at 100 -> #2 New
  a buys 5 stop 120 on Z -> #3 PendingTrigger
  a is disabled -> #1 Cancelled account_disabled, #3 Cancelled account_disabled
  a buys 5 at 100 -> account_disabled
  ? book -> #2 5@100 | none
  a is enabled ->
  a buys 5 at 100 -> #5 New
`;

const boards = `
# ! an empty board shows nothing
  ? board -> 
# ! the best prices are shown with all that is there
  a buys 5 at 100 -> #1 New
  b buys 3 at 100 -> #2 New
  c buys 9 at 99 -> #3 New
  d sells 4 at 102 -> #4 New
  ? board -> Buy 100x8, Sell 102x4
# ! trades make last, high, low and volume
  a buys 5 at 100 -> #1 New
  b sells 1 at 100 -> #2 New, 1@100 #1/#2, #2 Filled
  ? board -> Buy 100x4, Last 100x1, High 100, Low 100, Volume 1
  a sells 2 at 103 -> #3 New
  c buys 2 at 103 -> #4 New, 2@103 #4/#3, #4 Filled, #3 Filled
  ? board -> Buy 100x4, Last 103x2, High 103, Low 100, Volume 3
# ! a new session begins with the last trade and nothing else
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  close 2026-01-05 ->
  open 2026-01-06 ->
  ? board -> Last 100x5
# ! what was canceled is not shown
  a buys 5 at 100 -> #1 New
  a buys 3 at 99 -> #2 New
  a cancels 1 -> #1 Cancelled requested
  ? board -> Buy 99x3
# ! a waiting stop is nobody's business
  a buys 5 stop 100 -> #1 PendingTrigger
  ? board -> 
`;

const definitions = `
# ! a change that an open order would break is refused
  a buys 5 at 101 -> #1 New
  product 1 tick 2 -> definition_in_use
  product 1 most 4 -> definition_in_use
  product 1 scale 1 -> definition_in_use
  product 1 most 5 ->
  a cancels 1 -> #1 Cancelled requested
  product 1 tick 2 ->
  a buys 5 at 101 -> price_off_tick
# ! a change that leaves every open order standing is made
  a buys 5 at 100 -> #1 New
  product 1 tick 5 ->
  a buys 5 at 101 -> price_off_tick
# ! negative prices can go only when nobody needs them
  product 1 negative ->
  a buys 5 at -3 -> #1 New
  product 1 -> definition_in_use
# ! the worth of a price stays once there was a trade
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  product 1 worth 2 -> definition_in_use
# ! the currency stays once there was a trade or an order
  group 1 in EUR ->
  group 1 ->
  a buys 5 at 100 -> #1 New
  group 1 in EUR -> definition_in_use
  a cancels 1 -> #1 Cancelled requested
  group 1 in EUR ->
  group 1 ->
  a buys 5 at 100 -> #2 New
  b sells 5 at 100 -> #3 New, 5@100 #2/#3, #2 Filled, #3 Filled
  group 1 in EUR -> definition_in_use
  group 2 in EUR ->
  product 1 of 2 -> definition_in_use
# ! an order that was refused is no use of a definition
  a buys 0 at 100 -> quantity_invalid
  product 1 worth 2 ->
  group 1 in EUR ->
# ! what is defined must make sense and stand on something
  product 1 tick 0 -> definition_invalid
  product 1 scale 10 -> definition_invalid
  product 1 worth 0 -> definition_invalid
  product 9 of 9 -> unknown_product_group
  instrument X of 9 -> unknown_product
  instrument X of 2 -> definition_in_use
  a opens -> account_exists
  h is disabled -> unknown_account
`;

describe.each(Object.entries({ states, ends, boards, definitions }))('the tables of %s', (_, table) => {
  it.each(casesOf(table).map((one) => [one.name, one] as const))('%s', (_name, one) => {
    expect(run(one)).toEqual(expectation(one));
  });
});
