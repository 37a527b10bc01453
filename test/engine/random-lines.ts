/** Random lines of the script language, the same for the same seed. Prices are few and near, so that most lines match. */
export type Chance = (below: number) => number;

/** Mulberry32: small, and the same on every machine. */
export function chanceOf(seed: number): Chance {
  let state = seed | 0;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const pick = <Value>(chance: Chance, values: readonly Value[]): Value => values[chance(values.length)] as Value;

export class RandomLines {
  private day = 5;
  private isOpen = true;
  private names = 0;
  /** The numbers that orders may have had by now. */
  private orders = 1;

  constructor(private readonly chance: Chance) {}

  /** The date of the session that is open, or of the last one that was, and `days` later. */
  date(days = 0): string {
    return `2026-01-${String(this.day + days).padStart(2, '0')}`;
  }

  next(): string {
    const { chance } = this;
    if (chance(12) === 0) return `continue in ${1 + chance(3)}`;
    const roll = chance(1000);
    if (!this.isOpen) return roll < 700 ? this.turnDay() : this.change();
    if (roll < 560) return this.order();
    return roll < 780 ? this.change() : this.rare(roll);
  }

  private rare(roll: number): string {
    const { chance } = this;
    if (roll < 900) return `${this.account()} cancels ${1 + chance(this.orders)}`;
    if (roll < 930)
      return `${this.account()} cancels ${pick(chance, ['all', 'everybody', 'all X', 'everybody Y sells', 'all buys'])}${this.portion()}`;
    if (roll < 945) return `${pick(chance, ['halt', 'shut', 'resume', 'resume', 'resume'])} ${this.instrument()}`;
    if (roll < 960)
      return `group 1 ${pick(chance, ['CancelAggressor', 'CancelResting', 'CancelBoth'])}${pick(chance, ['', ' owner'])}${pick(chance, ['', ' band 200', ' band 500'])}`;
    if (roll < 963) return `settle ${this.instrument()} at ${this.price()}`;
    if (roll < 980)
      return `${this.account()} is ${pick(chance, [`disabled${this.portion()}`, 'enabled', 'enabled', 'enabled'])}`;
    return roll < 985 ? `resume ${this.instrument()}` : this.turnDay();
  }

  private turnDay(): string {
    this.isOpen = !this.isOpen;
    const line = (verb: string): string => `${verb} 2026-01-${String(this.day).padStart(2, '0')}${this.portion()}`;
    if (!this.isOpen) return line('close');
    this.day++;
    return line('open');
  }

  private order(): string {
    const { chance } = this;
    this.orders++;
    const words = [this.account(), pick(chance, ['buys', 'sells']), String(1 + chance(9))];
    const kind = chance(20);
    if (kind > 2) words.push('at', this.price());
    if (kind <= 1 || kind > 16) words.push('stop', this.price());
    if (kind > 2)
      words.push(
        pick(chance, [
          '',
          '',
          '',
          '',
          'gtc',
          'ioc',
          'fok',
          'post',
          `until 2026-01-${String(this.day + chance(2)).padStart(2, '0')}`,
        ]),
      );
    words.push('on', this.instrument());
    if (chance(4) === 0) words.push('as', `n${chance(5) === 0 ? chance(1 + this.names) : ++this.names}`);
    return words.filter((word) => word !== '').join(' ');
  }

  private change(): string {
    const { chance } = this;
    const words = [this.account(), 'changes', String(1 + chance(this.orders))];
    const what = chance(8);
    if (what < 3 || what === 7) words.push('to', String(chance(12)));
    if (what > 1 && what < 6) words.push('at', this.price());
    if (what === 5 || what === 6) words.push('stop', this.price());
    if (what === 7) words.push('tif', pick(chance, ['GTC', 'Day', 'IOC', 'FOK']));
    if (chance(10) === 0) words.push('version', String(1 + chance(3)));
    return words.join(' ');
  }

  private portion = (): string =>
    pick(this.chance, ['', ` in ${this.chance(4)}`, ` in ${this.chance(4)} first ${this.chance(3)}`]);
  private account = (): string => pick(this.chance, ['a', 'b', 'c', 'd', 'a for g']);
  private instrument = (): string => pick(this.chance, ['X', 'X', 'Y']);
  private price = (): string => String(95 + this.chance(11));
}
