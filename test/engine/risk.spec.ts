import { casesOf, expectation, run } from './tables.js';

const order = `
# ! a disabled account comes before everything
  halt X ->
  a is disabled ->
  a buys 0 at 100 -> account_disabled
# ! the market comes before the price
  product 1 tick 5 ->
  halt X ->
  a buys 0 at 101 -> instrument_halted
  a buys 0 at 100.5 -> instrument_halted
# ! expired comes before halted, halted before closed
  halt X ->
  close 2026-01-05 ->
  a buys 1 at 100 -> instrument_halted
  resume X ->
  a buys 1 at 100 -> market_closed
  halt X ->
  expire X ->
  a buys 1 at 100 -> instrument_expired
# ! the tick comes before the quantity
  product 1 tick 5 ->
  a buys 0 at 101 -> price_off_tick
  a buys 0 at 100 -> quantity_invalid
# ! the quantity comes before the band
  group 1 band 100 ->
  settle X at 100 ->
  a buys 0 at 200 -> quantity_invalid
  a buys 1 at 200 -> price_out_of_band
# ! the band comes before the size
  group 1 band 100 ->
  settle X at 100 ->
  a is limited size 1 ->
  a buys 5 at 200 -> price_out_of_band
  a buys 5 at 100 -> order_size_limit
# ! the size comes before the position
  a is limited size 4 position 3 ->
  a buys 5 at 100 -> order_size_limit
  a buys 4 at 100 -> position_limit
# ! the position comes before the product
  a is limited position 3 product 2 ->
  a buys 4 at 100 -> position_limit
  a buys 3 at 100 -> product_limit
# ! the product comes before the loss of the day
  a is limited product 2 loss 0 ->
  a buys 3 at 100 -> product_limit
  a buys 2 at 100 -> daily_limit
# ! the loss of the day comes before the margin
  group 1 margin 10 ->
  a is limited loss 0 power 100 ->
  a buys 1 at 100 -> daily_limit
  a is limited power 100 ->
  a buys 1 at 100 -> insufficient_margin
# ! the margin comes before the number of orders
  group 1 margin 10 ->
  a is limited power 100 orders 0 ->
  a buys 1 at 100 -> insufficient_margin
  a is limited orders 0 ->
  a buys 1 at 100 -> too_many_orders
`;

const numbers = `
# ! a price between two ticks is refused, wherever it stands
  product 1 tick 25 scale 2 ->
  a buys 1 at 100.25 -> #1 New
  a buys 1 at 100.3 -> price_off_tick
  a buys 1 at 100.253 -> price_off_tick
  a buys 1 stop 100.1 -> price_off_tick
  a buys 1 stop 100 at 100.1 -> price_off_tick
  a changes 1 at 100.1 -> price_off_tick
  ? order 1 -> New 0/1 v1 Day
# ! zero and negative prices are for products that have them
  a buys 1 at 0 -> price_out_of_band
  a buys 1 at -5 -> price_out_of_band
  product 1 negative ->
  a buys 1 at 0 -> #3 New
  a buys 1 at -5 -> #4 New
  b sells 2 at -5 -> #5 New, 1@0 #3/#5, #3 Filled, 1@-5 #4/#5, #4 Filled, #5 Filled
# ! a price beyond all counting is refused
  a buys 1 at 500000000000 -> #1 New
  a buys 1 at 500000000001 -> price_out_of_band
# ! a quantity is a whole number from one to a thousand million
  a buys 0 at 100 -> quantity_invalid
  a buys -1 at 100 -> quantity_invalid
  a buys 1.5 at 100 -> quantity_invalid
  a buys 1000000001 at 100 -> quantity_invalid
  a buys 1000000000 at 100 -> #5 New
# ! the band is measured to the last hundredth of a percent
  group 1 band 100 ->
  settle X at 100 ->
  a buys 1 at 102 -> price_out_of_band
  a buys 1 at 101 -> #2 New
  b sells 1 at 98 -> price_out_of_band
  b sells 1 at 99 -> #4 New, 1@101 #2/#4, #2 Filled, #4 Filled
# ! after a trade the band is measured from there
  group 1 band 1000 ->
  settle X at 100 ->
  a buys 1 at 110 -> #1 New
  b sells 1 at 110 -> #2 New, 1@110 #1/#2, #1 Filled, #2 Filled
  a buys 1 at 121 -> #3 New
  a buys 1 at 122 -> price_out_of_band
# ! passive prices may be as far as they like
  group 1 band 100 ->
  settle X at 100 ->
  a sells 1 at 900 -> #1 New
# ! without a reference price there is no band
  group 1 band 100 ->
  a buys 1 at 900 -> #1 New
# ! a stop's limit is measured from its stop price
  group 1 band 1000 ->
  settle X at 100 ->
  a buys 1 stop 200 at 220 -> #1 PendingTrigger
  a buys 1 stop 200 at 221 -> price_out_of_band
# ! a product has a greatest order
  product 1 most 5 ->
  a buys 6 at 100 -> order_size_limit
  a buys 5 at 100 -> #2 New
  a changes 2 to 6 -> order_size_limit
`;

const limits = `
# ! working orders count as if they were filled
  a is limited position 10 ->
  a buys 6 at 100 -> #1 New
  a buys 5 at 99 -> position_limit
  a buys 4 at 99 -> #3 New
  a sells 10 at 110 -> #4 New
  a sells 1 at 110 -> position_limit
# ! buys do not free capacity for sells
  a is limited position 10 ->
  a buys 10 at 100 -> #1 New
  a sells 11 at 110 -> position_limit
# ! a position counts on one side and frees capacity on the other
  a is limited position 10 ->
  a buys 10 at 100 -> #1 New
  b sells 10 at 100 -> #2 New, 10@100 #1/#2, #1 Filled, #2 Filled
  a buys 1 at 100 -> position_limit
  a sells 20 at 110 -> #4 New
  a sells 1 at 110 -> position_limit
# ! an order that only reduces passes a limit that is exceeded
  a buys 10 at 100 -> #1 New
  b sells 10 at 100 -> #2 New, 10@100 #1/#2, #1 Filled, #2 Filled
  a is limited position 2 product 2 loss 0 power 0 orders 0 ->
  a buys 1 at 100 -> position_limit
  a sells 10 at 110 -> #4 New
# ! an order that turns the position round is no reduction
  a buys 2 at 100 -> #1 New
  b sells 2 at 100 -> #2 New, 2@100 #1/#2, #1 Filled, #2 Filled
  a is limited position 2 ->
  a sells 4 at 110 -> #3 New
  a sells 1 at 110 -> position_limit
# ! the size of an order is guarded even where it reduces
  a buys 10 at 100 -> #1 New
  b sells 10 at 100 -> #2 New, 10@100 #1/#2, #1 Filled, #2 Filled
  a is limited size 5 ->
  a sells 6 at 110 -> order_size_limit
# ! a modification is checked by its difference
  a is limited position 10 ->
  a buys 8 at 100 -> #1 New
  a changes 1 to 10 -> #1 Modified New
  a changes 1 to 11 -> position_limit
  ? order 1 -> New 0/10 v2 Day
# ! a modification of the price alone passes a limit that is exceeded
  a buys 8 at 100 -> #1 New
  a is limited position 5 orders 0 ->
  a changes 1 at 99 -> #1 Modified New
  a changes 1 to 7 -> #1 Modified New
  a changes 1 to 8 -> position_limit
# ! after a fill the difference is still the difference
  a is limited position 10 ->
  a buys 8 at 100 -> #1 New
  b sells 3 at 100 -> #2 New, 3@100 #1/#2, #2 Filled
  a changes 1 to 11 -> position_limit
  a changes 1 to 10 -> #1 Modified PartiallyFilled
# ! the limit of a product counts all its instruments
  a is limited product 10 ->
  a buys 6 at 100 on X -> #1 New
  a sells 4 at 100 on Y -> #2 New
  a buys 4 at 99 on Y -> #3 New
  a sells 1 at 100 on Y -> product_limit
  a buys 10 at 100 on Z -> #5 New
# ! an order that ends frees capacity
  a is limited position 5 orders 1 ->
  a buys 5 at 100 -> #1 New
  a buys 1 at 100 -> position_limit
  a cancels 1 -> #1 Cancelled requested
  a buys 5 at 100 -> #3 New
  close 2026-01-05 -> #3 Expired session_closed
  open 2026-01-06 ->
  a buys 5 at 100 -> #4 New
# ! no more orders than allowed may work
  a is limited orders 2 ->
  a buys 1 at 100 -> #1 New
  a buys 1 stop 100 -> #2 PendingTrigger
  a buys 1 at 100 -> too_many_orders
  a changes 1 to 2 -> #1 Modified New
# ! what is done at once does not work
  a is limited orders 1 ->
  a buys 1 at 100 -> #1 New
  b sells 3 at 101 -> #2 New
  a buys 1 at 101 ioc -> #3 New, 1@101 #3/#2, #3 Filled
  a buys 1 at 101 fok -> #4 New, 1@101 #4/#2, #4 Filled
  a buys 1 -> #5 New, 1@101 #5/#2, #5 Filled, #2 Filled
  a buys 1 stop 110 -> too_many_orders
  a buys 1 at 110 stop 110 ioc -> too_many_orders
# ! the margin of the worst case must be there
  group 1 margin 10 ->
  a has money 2026-01-04 cash 100 worth 100 ->
  a is limited power 100 ->
  a buys 10 at 100 -> #1 New
  a buys 1 at 100 -> insufficient_margin
  a sells 10 at 110 -> #3 New
  a sells 1 at 110 -> insufficient_margin
# ! buying power is a percentage of what the account is worth
  group 1 margin 10 ->
  a has money 2026-01-04 cash 100 worth 100 ->
  a is limited power 50 ->
  a buys 6 at 100 -> insufficient_margin
  a buys 5 at 100 -> #2 New
# ! a loss takes buying power away at once
  group 1 margin 10 ->
  a has money 2026-01-04 cash 100 worth 100 ->
  a is limited power 100 ->
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  c buys 1 at 95 -> #3 New
  b sells 1 at 95 -> #4 New, 1@95 #3/#4, #3 Filled, #4 Filled
  ? worth a -> 75 cash 100 realized 0 unrealized -25 margin 50 power 75 from 2026-01-04
  a buys 3 at 95 -> insufficient_margin
  a buys 2 at 95 -> #6 New
# ! the loss of a day stops at its limit and begins anew tomorrow
  a is limited loss 20 ->
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  c buys 1 at 97 -> #3 New
  b sells 1 at 97 -> #4 New, 1@97 #3/#4, #3 Filled, #4 Filled
  a buys 1 at 90 -> #5 New
  c buys 1 at 96 -> #6 New
  b sells 1 at 96 -> #7 New, 1@96 #6/#7, #6 Filled, #7 Filled
  a buys 1 at 90 -> daily_limit
  a sells 1 at 99 -> #9 New
  close 2026-01-05 -> #5 Expired session_closed, #9 Expired session_closed
  open 2026-01-06 ->
  a buys 1 at 90 -> #10 New
`;

describe.each(Object.entries({ order, numbers, limits }))('the tables of risk: %s', (_, table) => {
  it.each(casesOf(table).map((one) => [one.name, one] as const))('%s', (_name, one) => {
    expect(run(one)).toEqual(expectation(one));
  });
});
