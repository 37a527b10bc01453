import { casesOf, expectation, run } from './tables.js';

const permission = `
# ! an anonymous caller may not trade an account, a trusted one may
  b for a buys 1 at 100 -> not_permitted
  a trusts b ->
  b for a buys 1 at 100 -> #1 New
  a trusts b no ->
  b for a buys 1 at 100 -> not_permitted
  b for a cancels 1 -> unknown_order
# ! who may read an account may not trade it
  a trusts b ->
  a trusts b read ->
  b for a buys 1 at 100 -> not_permitted
# ! who may read an account knows that its orders are there, and not theirs to change
  a buys 1 at 100 as mine -> #1 New
  b for a cancels 1 -> unknown_order
  b for a cancels mine -> unknown_order
  a trusts b read ->
  b for a cancels 1 -> not_permitted
  b for a cancels mine -> not_permitted
  b for a changes 1 to 2 -> not_permitted
  b for a cancels 7 -> unknown_order
# ! an account trades in its own currency
  e opens in EUR ->
  e buys 1 at 100 -> not_permitted
  group 2 in EUR ->
  product 3 of 2 ->
  instrument W of 3 ->
  open 2026-01-05 product 3 ->
  e buys 1 at 100 on W -> #2 New
  a buys 1 at 100 on W -> not_permitted
# ! the currency comes after the right to trade, before the market
  e opens in EUR ->
  a for e buys 1 at 100 -> not_permitted
  halt X ->
  e buys 1 at 100 -> not_permitted
  e is disabled ->
  e buys 1 at 100 -> account_disabled
# ! a new name leaves the limits, and the other way round
  a is limited size 1 ->
  a is called Alpha ->
  a buys 2 at 100 -> order_size_limit
`;

describe('the right to trade', () => {
  it.each(casesOf(permission).map((one) => [one.name, one] as const))('%s', (_name, one) => {
    expect(run(one)).toEqual(expectation(one));
  });
});
