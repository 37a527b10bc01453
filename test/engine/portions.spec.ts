import { EngineFixture } from './engine-fixture.js';
import { casesOf, expectation, run } from './tables.js';

const table = `
# a mass cancellation of more orders than its portion ends the oldest first, and goes on when it is continued
  a buys 1 at 90 -> #1 New
  a buys 1 at 91 -> #2 New
  a buys 1 at 92 -> #3 New
  a cancels all in 2 -> #1 Cancelled mass_cancelled, #2 Cancelled mass_cancelled
  ? book X -> #3 1@92 | none
  continue in 2 -> #3 Cancelled mass_cancelled
  continue in 2 -> command_not_pending

# as many orders as the portion are ended at once
  a buys 1 at 90 -> #1 New
  a buys 1 at 91 -> #2 New
  a cancels all in 2 -> #1 Cancelled mass_cancelled, #2 Cancelled mass_cancelled
  continue in 2 -> command_not_pending

# a command that means more than its portion ends the first of them at once, and one that means no more all of them
  a buys 1 at 90 -> #1 New
  a buys 1 at 91 -> #2 New
  a buys 1 at 92 -> #3 New
  a cancels all in 2 first 1 -> #1 Cancelled mass_cancelled
  continue in 1 -> #2 Cancelled mass_cancelled
  a buys 1 at 90 -> #4 New
  continue in 2 -> #3 Cancelled mass_cancelled
  a buys 1 at 91 -> #5 New
  a cancels all in 2 first 1 -> #4 Cancelled mass_cancelled, #5 Cancelled mass_cancelled

# orders between the portions trade, and what is placed after the command is not meant
  a buys 1 at 90 -> #1 New
  a buys 2 at 91 -> #2 New
  a buys 1 at 92 -> #3 New
  a cancels all in 1 -> #1 Cancelled mass_cancelled
  b sells 1 at 92 -> #4 New, 1@92 #3/#4, #3 Filled, #4 Filled
  a buys 1 at 80 -> #5 New
  continue in 1 -> #2 Cancelled mass_cancelled
  continue in 1 -> command_not_pending
  ? order 5 -> New 0/1 v1 Day

# a command whose other orders have all ended in between is finished without one
  a buys 1 at 90 -> #1 New
  a buys 1 at 91 -> #2 New
  a cancels all in 1 -> #1 Cancelled mass_cancelled
  a cancels 2 -> #2 Cancelled requested
  continue in 1 ->
  continue in 1 -> command_not_pending

# ! the rights at the time of the command count, also when they are taken away between its portions
  a trusts b ->
  a buys 1 at 90 -> #1 New
  a buys 1 at 91 -> #2 New
  b buys 1 at 92 -> #3 New
  c buys 1 at 93 -> #4 New
  b cancels everybody in 1 -> #1 Cancelled mass_cancelled
  a trusts b no ->
  continue in 9 -> #2 Cancelled mass_cancelled, #3 Cancelled mass_cancelled

# a disabled account takes no orders from the first portion on
  a buys 1 at 90 -> #1 New
  a buys 1 at 91 -> #2 New
  a is disabled in 1 -> #1 Cancelled account_disabled
  a buys 1 at 90 -> account_disabled
  continue in 5 -> #2 Cancelled account_disabled

# what is placed after the account is enabled again stays
  a buys 1 at 90 -> #1 New
  a buys 1 at 91 -> #2 New
  a is disabled in 1 -> #1 Cancelled account_disabled
  a is enabled ->
  a buys 1 at 89 -> #3 New
  continue in 5 -> #2 Cancelled account_disabled
  ? order 3 -> New 0/1 v1 Day

# another change of a disabled account leaves the rest to its portions
  a buys 1 at 90 -> #1 New
  a buys 1 at 91 -> #2 New
  a is disabled in 1 -> #1 Cancelled account_disabled
  a is called other ->
  continue in 5 -> #2 Cancelled account_disabled

# a session that closes in portions does not trade meanwhile, and is closed with the last one
  a buys 1 at 90 -> #1 New
  a buys 1 at 91 gtc -> #2 New
  a buys 1 at 92 on Y -> #3 New
  close 2026-01-05 in 1 -> #1 Expired session_closed
  ? status X -> Closed
  b sells 1 at 91 -> market_closed
  a changes 2 at 95 -> market_closed
  a cancels 2 -> #2 Cancelled requested
  close 2026-01-05 -> session_out_of_turn
  open 2026-01-06 -> session_out_of_turn
  continue in 1 -> #3 Expired session_closed
  open 2026-01-06 ->
  b sells 1 at 91 -> #5 New

# the close of the last session expires an instrument in portions, whatever its orders live by
  instrument X of 1 until 2026-01-05 ->
  a buys 1 at 90 gtc -> #1 New
  a buys 1 at 91 gtc on Y -> #2 New
  a buys 1 at 92 gtc -> #3 New
  close 2026-01-05 in 1 -> #1 Expired instrument_expired
  instrument X of 1 until 2026-01-09 ->
  continue in 1 -> #3 Expired instrument_expired
  ? order 2 -> New 0/1 v1 GTC

# an instrument that expires in portions takes no orders meanwhile, and expires with the last one
  a buys 1 at 90 -> #1 New
  a buys 1 at 91 -> #2 New
  expire X in 1 -> #1 Expired instrument_expired
  ? status X -> Expired
  b sells 1 at 91 -> instrument_expired
  expire X -> instrument_expired
  continue in 1 -> #2 Expired instrument_expired
  ? status X -> Expired

# a session that opens in portions trades when the orders that are over are gone
  a buys 1 at 90 until 2026-01-06 -> #1 New
  a buys 1 at 91 until 2026-01-06 -> #2 New
  close 2026-01-05 ->
  open 2026-01-07 in 1 -> #1 Expired session_closed
  b sells 1 at 91 -> market_closed
  continue in 1 -> #2 Expired session_closed
  b sells 1 at 91 -> #4 New

# orders that have ended in between are not counted among a portion
  a buys 1 at 90 -> #1 New
  a buys 1 at 91 -> #2 New
  a buys 1 at 92 -> #3 New
  a buys 1 at 93 -> #4 New
  a cancels all in 1 -> #1 Cancelled mass_cancelled
  a cancels 2 -> #2 Cancelled requested
  continue in 1 -> #3 Cancelled mass_cancelled
  continue in 1 -> #4 Cancelled mass_cancelled

# a portion of nothing leaves everything to the next ones
  a buys 1 at 90 -> #1 New
  a cancels all in 0 ->
  ? book X -> #1 1@90 | none
  continue in 1 -> #1 Cancelled mass_cancelled
`;

describe('large commands in portions', () => {
  it.each(casesOf(table).map((one) => [one.name, one] as const))('%s', (_name, one) => {
    expect(run(one)).toEqual(expectation(one));
  });

  it('are not pending when they cover no more orders than a portion', () => {
    const pendingAfter = (line: string): boolean => {
      const floor = new EngineFixture();
      for (const order of ['a buys 1 at 90', 'a buys 1 at 91']) floor.say(order);
      floor.say(line);
      return floor.events.some(({ type }) => type === 'CommandPending');
    };

    expect([pendingAfter('a cancels all in 2'), pendingAfter('a cancels all in 1')]).toEqual([false, true]);
  });
});
