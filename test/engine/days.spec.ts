/** Where the day of a position begins is kept, because every order of an account with a limit on a day's loss asks for it. */
import { EngineFixture } from './engine-fixture.js';
import { casesOf, expectation, run } from './tables.js';

const listed = `
# ! the day of what a list added begins at the closing price
  settle X at 110 ->
  close 2026-01-05 ->
  a has positions 2026-01-05 X:3@104 -> BreakOpened 1 0:3
  a is limited loss 5 ->
  open 2026-01-06 ->
  a buys 1 at 100 -> #1 New
  c buys 1 at 108 -> #2 New
  d sells 1 at 108 -> #3 New, 1@108 #2/#3, #2 Filled, #3 Filled
  a buys 1 at 100 -> daily_limit
  c buys 1 at 109 -> #5 New
  d sells 1 at 109 -> #6 New, 1@109 #5/#6, #5 Filled, #6 Filled
  a buys 1 at 100 -> #7 New
# ! and the day after at its close
  settle X at 110 ->
  close 2026-01-05 ->
  a has positions 2026-01-05 X:3@104 -> BreakOpened 1 0:3
  a is limited loss 5 ->
  open 2026-01-06 ->
  settle X at 120 ->
  close 2026-01-06 ->
  open 2026-01-07 ->
  c buys 1 at 118 -> #1 New
  d sells 1 at 118 -> #2 New, 1@118 #1/#2, #1 Filled, #2 Filled
  a buys 1 at 100 -> daily_limit
# ! what a list of the day itself adds comes at its price
  settle X at 110 ->
  close 2026-01-05 ->
  open 2026-01-06 ->
  a has positions 2026-01-06 X:3@120 -> BreakOpened 1 0:3
  a is limited loss 5 ->
  a buys 1 at 100 -> daily_limit
# ! the day begins at the close of a position that only a list has brought, at the price that came later
  close 2026-01-05 ->
  a has positions 2026-01-04 Y:-2@96 -> BreakOpened 2 0:-2
  settle Y at 104 ->
  a is limited loss 5 ->
  open 2026-01-06 ->
  a sells 1 at 105 on Y -> #1 New
# ! and that of an account that has lost everything again at nothing
  a buys 3 at 100 -> #1 New
  b sells 3 at 100 -> #2 New, 3@100 #1/#2, #1 Filled, #2 Filled
  settle X at 110 ->
  close 2026-01-05 ->
  open 2026-01-06 ->
  c buys 1 at 100 -> #3 New
  d sells 1 at 100 -> #4 New, 1@100 #3/#4, #3 Filled, #4 Filled
  a has positions 2026-01-06 -> BreakOpened 1 3:0
  close 2026-01-06 ->
  a is limited loss 5 ->
  open 2026-01-07 ->
  a buys 1 at 95 -> #5 New
`;

const countedAnew = `
# ! after another list of the last close
  settle X at 110 ->
  close 2026-01-05 ->
  a has positions 2026-01-05 X:3@104 -> BreakOpened 1 0:3
  a is limited loss 5 ->
  open 2026-01-06 ->
  a buys 1 at 100 -> #1 New
  a has positions 2026-01-05 X:2@100 -> BreakChanged 1 0:2
  c buys 1 at 107 -> #2 New
  d sells 1 at 107 -> #3 New, 1@107 #2/#3, #2 Filled, #3 Filled
  a buys 1 at 100 -> daily_limit
# ! after a close
  settle X at 110 ->
  close 2026-01-05 ->
  a has positions 2026-01-05 X:3@104 -> BreakOpened 1 0:3
  a is limited loss 5 ->
  open 2026-01-06 ->
  a buys 1 at 100 -> #1 New
  settle X at 120 ->
  close 2026-01-06 -> #1 Expired session_closed
  open 2026-01-07 ->
  c buys 1 at 118 -> #2 New
  d sells 1 at 118 -> #3 New, 1@118 #2/#3, #2 Filled, #3 Filled
  a buys 1 at 100 -> daily_limit
# ! after a settlement price that comes behind the list, although nothing was held when the session closed
  settle X at 110 ->
  close 2026-01-05 ->
  a has positions 2026-01-05 X:3@104 -> BreakOpened 1 0:3
  a is limited loss 5 ->
  a buys 1 at 100 gtc on Z -> #1 New
  settle X at 120 ->
  open 2026-01-06 ->
  c buys 1 at 118 -> #2 New
  d sells 1 at 118 -> #3 New, 1@118 #2/#3, #2 Filled, #3 Filled
  a buys 1 at 100 -> daily_limit
`;

const SESSIONS = 200;
const ORDERS = 50;

const toDate = (day: number): string => new Date(Date.UTC(2026, 0, 5 + day)).toISOString().slice(0, 10);

/** Counts how many closing prices are read from now on. */
function countReads(closingMarks: Map<string, number>): () => number {
  let reads = 0;
  closingMarks.keys = function* () {
    for (const date of Map.prototype.keys.call(this) as MapIterator<string>) {
      reads++;
      yield date;
    }
    return undefined;
  };
  return () => reads;
}

describe('the loss of a day', () => {
  it.each(casesOf(listed).map((one) => [one.name, one] as const))('begins: %s', (_, one) => {
    expect(run(one)).toEqual(expectation(one));
  });

  it.each(casesOf(countedAnew).map((one) => [one.name, one] as const))('is counted anew %s', (_, one) => {
    expect(run(one)).toEqual(expectation(one));
  });

  it('reads closing prices once after a list, however many orders come and sessions have closed', () => {
    const floor = new EngineFixture();
    floor.say('settle X at 110');
    for (let day = 0; day < SESSIONS; day++) {
      floor.say(`close ${toDate(day)}`);
      if (day === SESSIONS - 1) floor.say(`a has positions ${toDate(day)} X:3@104`);
      floor.say(`open ${toDate(day + 1)}`);
    }
    floor.say('a is limited loss 5');
    const { closingMarks } = floor.instrument('X');
    const getReads = countReads(closingMarks);
    const answers = new Set<string>();
    for (let order = 0; order < ORDERS; order++) answers.add(floor.say('a buys 1 at 100').engine.replace(/^#\d+ /, ''));

    expect([...answers]).toEqual(['New']);
    expect(closingMarks.size).toBe(SESSIONS);
    expect(getReads()).toBeLessThanOrEqual(SESSIONS);
  });
});
