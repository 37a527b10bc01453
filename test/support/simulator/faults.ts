/** What goes wrong in a run, drawn from its seed. */
import { type Chance, chanceOf } from '../../engine/random-lines.js';

/** What becomes of one call to the database. Times are in milliseconds. */
export type Fate = Readonly<{
  /** On the way to the server, in the server before the statement ends, and on the way back. */
  there: number;
  work: number;
  back: number;
  /** Whether the connection breaks before the server has the statement, while it runs, or before its answer arrives. */
  breaks: 'before' | 'during' | 'after' | null;
  /** The server refuses the statement with this code. */
  code: string | null;
}>;

export type ProcessFault = 'crash' | 'restart' | 'cut' | 'outage' | 'disk full' | 'calm';

const KINDS: readonly ProcessFault[] = [
  'crash',
  'crash',
  'restart',
  'restart',
  'cut',
  'cut',
  'cut',
  'outage',
  'disk full',
];

export class Faults {
  isOn = false;
  private readonly chance: Chance;
  /** One in so many calls fails. */
  private readonly rarity: number;
  private readonly kinds: readonly ProcessFault[];

  constructor(seed: number) {
    this.chance = chanceOf(seed * 7 + 3);
    this.rarity = this.pick([8, 15, 30, 100, Infinity]);
    this.kinds = KINDS.filter(() => this.chance(3) > 0);
  }

  upTo(below: number): number {
    return this.chance(below);
  }

  pick<Value>(values: readonly Value[]): Value {
    return values[this.chance(values.length)] as Value;
  }

  nextProcessFault(): ProcessFault {
    return this.isOn && this.kinds.length > 0 ? this.pick(this.kinds) : 'calm';
  }

  draw(): Fate {
    const usual: Fate = { there: this.chance(3), work: this.chance(4), back: this.chance(3), breaks: null, code: null };
    const isFaulty = this.isOn && this.rarity !== Infinity && this.chance(this.rarity) === 0;
    return isFaulty ? { ...usual, ...this.drawFault() } : usual;
  }

  private drawFault(): Partial<Fate> {
    return this.pick<() => Partial<Fate>>([
      () => ({ breaks: 'before' }),
      () => ({ breaks: 'before', work: this.delay() }),
      () => ({ breaks: 'after', back: 0 }),
      () => ({ breaks: 'after', back: this.delay() }),
      () => ({ breaks: 'during', work: this.delay() }),
      () => ({ there: this.delay() }),
      () => ({ work: this.delay() }),
      () => ({ back: this.delay() }),
      () => ({ code: this.pick(['57014', '53300', 'P0001', 'XX000']) }),
    ])();
  }

  /** Some are longer than every limit. */
  private delay(): number {
    return this.pick([200, 600, 1_200, 2_600, 3_500, 6_000, 25_000]) + this.chance(200);
  }
}
