/** Random lines as before, and among them what a back office and an administration say: statements, prices, grants, limits, closes. */
import { type Chance, RandomLines } from './random-lines.js';

type Saying = (lines: OfficeLines) => string;

const positions: Saying = (lines) => {
  const held = ['X', 'Y', 'Z'].map((name) => lines.pick(['', ` ${name}:${lines.upTo(9) - 4}@${lines.price()}`]));
  return `${lines.account()} has positions ${lines.asOf()}${held.join('')}`;
};
const money: Saying = (lines) =>
  `${lines.account()} has money ${lines.asOf()} cash ${lines.upTo(3) * 100} worth ${lines.upTo(3) * 100}`;
const terms: Saying = (lines) =>
  lines.pick([
    'product 1 most 9',
    'product 1',
    'product 2 worth 2',
    'product 2',
    'group 1 band 500',
    'group 1',
    'group 1 in EUR',
    'e opens in EUR',
  ]);
const lastDay: Saying = (lines) => {
  const instrument = lines.instrument();
  return `instrument ${instrument} of ${instrument === 'Z' ? 2 : 1}${lines.pick(['', '', '', '', '', ` until ${lines.date(2)}`])}`;
};

/** What comes more often stands here more often. */
const sayings: readonly Saying[] = [
  ...Array<Saying>(7).fill(positions),
  ...Array<Saying>(3).fill(money),
  ...Array<Saying>(2).fill((lines) => `settle ${lines.instrument()} at ${lines.price()}`),
  ...Array<Saying>(3).fill(
    (lines) =>
      `${lines.account()} ${lines.pick(['buys', 'sells'])} ${1 + lines.upTo(5)} at ${98 + lines.upTo(5)} on Z gtc`,
  ),
  (lines) => `${lines.account()} trusts ${lines.account()} ${lines.pick(['', 'read', 'no'])}`,
  (lines) =>
    `${lines.account()} is ${lines.pick(['called alpha', 'called beta', 'limited position 40 orders 9', 'limited loss 500', 'limited'])}`,
  (lines) => `${lines.pick(['open', 'close'])} ${lines.date()} product 2`,
  (lines) => (lines.upTo(12) === 0 ? `expire ${lines.instrument()}` : lastDay(lines)),
  terms,
];

/** Breaks that are accepted, or are not open. */
export const acceptance: Saying = (lines) => `${lines.account()} accepts ${1 + lines.upTo(20)}`;

export class OfficeLines {
  private readonly market: RandomLines;

  constructor(
    private readonly chance: Chance,
    private readonly more: readonly Saying[] = [],
  ) {
    this.market = new RandomLines(chance);
  }

  next(): string {
    return this.chance(6) === 0 ? this.pick([...sayings, ...this.more])(this) : this.market.next();
  }

  upTo = (below: number): number => this.chance(below);
  pick = <Value>(values: readonly Value[]): Value => values[this.chance(values.length)] as Value;
  account = (): string => this.pick(['a', 'b', 'c', 'd']);
  instrument = (): string => this.pick(['X', 'X', 'Y', 'Z']);
  price = (): number => 95 + this.chance(11);
  date = (days = 0): string => this.market.date(days);
  /** Of some days ago, of today while it still goes on, and now and then of a day to come. */
  asOf = (): string => this.date(Math.min(1, this.chance(5) - 3));
}
