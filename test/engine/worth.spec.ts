import type { EngineAccount } from '../../src/engine/account.js';
import { requireRow } from '../../src/engine/require-row.js';
import { restoreState, takeSnapshot } from '../../src/engine/snapshot.js';
import { computeDayProfit, computeLiveValues, findMark } from '../../src/engine/valuation.js';
import { seed } from '../support/seed.js';
import { volume } from '../support/volume.js';
import { EngineFixture } from './engine-fixture.js';
import { OfficeLines } from './office-lines.js';
import { chanceOf } from './random-lines.js';

const venues = volume({ daily: 30, ci: 240, long: 4_000 });
const linesEach = 400;

/** Says random lines of a back office and a market, and asks after each; gives what led to the first answer that is not as it should be. */
function findWrong(
  seedOfVenue: number,
  isSaid: (line: string) => boolean,
  isRight: (floor: EngineFixture, lines: OfficeLines) => string | null,
): string | null {
  const floor = new EngineFixture();
  const lines = new OfficeLines(chanceOf(seedOfVenue));
  const said: string[] = [];
  for (let i = 0; i < linesEach; i++) {
    const line = lines.next();
    if (!isSaid(line)) continue;
    said.push(line);
    floor.say(line);
    const wrong = isRight(floor, lines);
    if (wrong !== null) return [`seed ${seedOfVenue}`, ...said, wrong].join('\n');
  }
  return null;
}

function findOtherWorth({ engine }: EngineFixture): string | null {
  for (const account of engine.state.accounts.values()) {
    const { netLiq, cashBalance, unrealised } = computeLiveValues(account);
    if (netLiq !== cashBalance + unrealised)
      return `account ${account.id} is off by ${netLiq - cashBalance - unrealised}`;
  }
  return null;
}

/** What an engine keeps of the day, another one counts from its rows; also after lists and settlement prices that come behind a close. */
function findOtherDay(floor: EngineFixture, lines: OfficeLines): string | null {
  const isOpen = floor.instrument('X').product.sessionIsOpen;
  const late = isOpen ? [] : [listAtClose, settleAtClose, listAtClose].map((say) => say(lines));
  for (const line of ['', ...late]) {
    if (line !== '') floor.say(line);
    const wrong = findDayThatDiffers(floor);
    if (wrong !== null) return `${line}: ${wrong}`;
  }
  return null;
}

const listAtClose = (lines: OfficeLines): string =>
  `${lines.account()} has positions ${lines.date(-lines.upTo(2))} X:${lines.upTo(9) - 4}@${lines.price()}`;
const settleAtClose = (lines: OfficeLines): string => `settle ${lines.pick(['X', 'Y'])} at ${lines.price()}`;

function findDayThatDiffers({ engine: { state } }: EngineFixture): string | null {
  const restored = restoreState(takeSnapshot(state)).accounts;
  for (const account of state.accounts.values()) {
    const [kept, counted] = [computeDayProfit(account), computeDayProfit(requireRow(restored, account.id))];
    if (kept !== counted) return `the day of account ${account.id} is ${kept} and not ${counted}`;
  }
  return null;
}

/** States what account a holds at random prices, for the latest session. */
function listWhatIsHeld(floor: EngineFixture, lines: OfficeLines): string | null {
  const account = floor.account('a');
  const date = ['X', 'Z'].map((name) => floor.instrument(name).product.sessionDate ?? '').sort()[1] ?? '';
  // What a list after the close has added is added by the next one of that date, at its own price.
  if (lines.upTo(8) !== 0 || date <= (account.referenceDate ?? '') || !isMarked(account)) return null;
  const held = [...account.holdings.values()].filter(({ quantity }) => quantity !== 0);
  const rows = held.map(({ instrument, quantity }) => `${'XYZ'[instrument.id - 1]}:${quantity}@${lines.price()}`);
  const { netLiq } = computeLiveValues(account);
  const line = `a has positions ${date} ${rows.join(' ')}`;
  floor.say(line);
  const moved = computeLiveValues(account).netLiq - netLiq;
  return moved === 0n ? null : `${line} moves ${moved}`;
}

/** A list may be the only source of a price: then it is one of the market that it takes the place of. */
const isMarked = ({ holdings }: EngineAccount): boolean =>
  [...holdings.values()].every((holding) => findMark(holding)?.source !== 'reference');

/** The same lines to two venues, to one of them another list of the same instruments before each list; gives where they come apart. */
function findTrace(seedOfVenue: number): string | null {
  const [floor, other] = [new EngineFixture(), new EngineFixture()];
  const lines = new OfficeLines(chanceOf(seedOfVenue));
  const said: string[] = [];
  for (let i = 0; i < linesEach; i++) {
    const line = lines.next();
    // What has expired is settled at once by each list, in trades that stay.
    if (/^(expire|instrument) /.test(line)) continue;
    const another = line.replace(/:-?\d+@\d+/g, () => `:${lines.upTo(9) - 4}@${lines.price()}`);
    const isTraded = wasTradedSinceList(other);
    other.say(line);
    const isStated = other.events.some(({ type }) => type === 'PositionsStated');
    for (const each of isStated && !isTraded ? [another, line] : [line]) {
      said.push(each);
      floor.say(each);
    }
    const [one, two] = [worthOfAll(floor), worthOfAll(other)];
    if (one !== two) return [`seed ${seedOfVenue}`, ...said, one, two].join('\n');
  }
  return null;
}

/** A list after sales is taken for what it says of them, which another one of its date does not say. */
const wasTradedSinceList = ({ engine }: EngineFixture): boolean =>
  [...engine.state.accounts.values()].some(({ holdings }) =>
    [...holdings.values()].some(
      ({ reference, beforeList, trades }) =>
        (beforeList?.traded.quantity ?? 0) !== 0 ||
        trades.some(({ sessionDate }) => sessionDate <= (reference?.asOf ?? '')),
    ),
  );

const worthOfAll = ({ engine }: EngineFixture): string =>
  [...engine.state.accounts.values()]
    .map((account) => {
      const { netLiq, cashBalance, unrealised } = computeLiveValues(account);
      return [account.id, netLiq, cashBalance, unrealised, computeDayProfit(account)].join(' ');
    })
    .join('; ');

describe(`what accounts are worth, ${venues * linesEach} random lines, seed ${seed}`, () => {
  it('is their cash and what is open, whatever was traded, closed and listed', () => {
    const isSaid = (line: string): boolean => !line.includes(' has money ');
    for (let run = 0; run < venues; run++) expect(findWrong(seed + run, isSaid, findOtherWorth)).toBeNull();
  });

  it('is after every line the profit of the day that a restored engine counts', () => {
    for (let run = 0; run < venues / 4; run++) expect(findWrong(seed + run, () => true, findOtherDay)).toBeNull();
  });

  it('is not changed by a list of what they hold, at whatever prices, with money of whatever date', () => {
    for (let run = 0; run < venues; run++) expect(findWrong(seed + run, () => true, listWhatIsHeld)).toBeNull();
  });

  it('has no trace of a list that another one of its date follows', () => {
    for (let run = 0; run < venues; run++) expect(findTrace(seed + run)).toBeNull();
  });
});
