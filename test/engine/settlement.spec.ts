import { CURRENT_RULES } from '../../src/engine/rules.js';
import { EngineFixture } from './engine-fixture.js';
import { casesOf, expectation, run } from './tables.js';

const expiry = `
# ! positions are closed at the settlement price, and what one wins the other loses
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  settle X at 103 ->
  expire X ->
  ? holds a -> 0 cost 0 realized 15 unrealized 0 by last 100
  ? holds b -> 0 cost 0 realized -15 unrealized 0 by last 100
# ! without a settlement price for the session, its last trade counts
  settle X at 90 ->
  close 2026-01-05 ->
  open 2026-01-06 ->
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  c buys 1 at 104 -> #3 New
  d sells 1 at 104 -> #4 New, 1@104 #3/#4, #3 Filled, #4 Filled
  expire X ->
  ? holds a -> 0 cost 0 realized 20 unrealized 0 by last 104
# ! a price that comes after the settlement is refused
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  expire X ->
  settle X at 103 -> instrument_expired
# ! without any price positions stay until one is given
  a has positions 2026-01-04 X:5@100 -> BreakOpened 1 0:5
  expire X ->
  ? holds a -> 5 cost 500 realized 0 unrealized 0 by reference 100
  settle X at 98 ->
  ? holds a -> 0 cost 0 realized -10 unrealized 0 by settlement 98
# ! what a statement claims of an expired instrument is settled as well
  a buys 5 at 100 -> #1 New
  b sells 5 at 100 -> #2 New, 5@100 #1/#2, #1 Filled, #2 Filled
  settle X at 103 ->
  expire X ->
  a has positions 2026-01-05 X:2@101 -> BreakOpened 1 0:2
  ? holds a -> 0 cost 0 realized 4 unrealized 0 by last 100
`;

describe('the settlement of expired instruments', () => {
  it.each(casesOf(expiry).map((one) => [one.name, one] as const))('%s', (_name, one) => {
    expect(run(one)).toEqual(expectation(one));
  });

  it('closes all positions by trades with the clearing house, and frees their margin', () => {
    const floor = new EngineFixture();
    for (const line of ['a buys 5 at 100', 'b sells 3 at 100', 'c sells 2 at 100', 'settle X at 103', 'expire X'])
      floor.say(line);
    const settled = floor.events.flatMap((event) => (event.type === 'Settled' ? [event.trade] : []));

    expect(
      settled.map(({ quantity, price, buyAcctId, sellAcctId, settlement }) => [
        quantity,
        price,
        buyAcctId,
        sellAcctId,
        settlement,
      ]),
    ).toEqual([
      [5, 103, 0, 1, 'Cash'],
      [3, 103, 2, 0, 'Cash'],
      [2, 103, 3, 0, 'Cash'],
    ]);
    expect(
      ['a', 'b', 'c'].map((name) => floor.account(name).getHolding(floor.instrument('X')).computeWorstCase()),
    ).toEqual([0, 0, 0]);
    expect(
      ['a', 'b', 'c'].reduce((sum, name) => sum + floor.account(name).getHolding(floor.instrument('X')).realised, 0n),
    ).toBe(0n);
  });

  it('applies to instruments that expired under the first rules when new ones are adopted', () => {
    const floor = new EngineFixture();
    floor.engine.state.counters.rules = 1;
    for (const line of ['a buys 5 at 100', 'b sells 5 at 100', 'expire X']) floor.say(line);
    const held = floor.account('a').getHolding(floor.instrument('X')).quantity;
    floor.say(`rules ${CURRENT_RULES}`);

    expect([held, floor.account('a').getHolding(floor.instrument('X')).quantity]).toEqual([5, 0]);
  });
});
