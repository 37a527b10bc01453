import type { State } from '../engine/state.js';
import type { Entry } from './writing/batch-rows.js';

/**
 * Whoever wants to know what is written, as soon as it is. Called between two batches, when the state is exactly what is written, and
 * to be done before the next one: what takes longer is for the witness to put off.
 */
export type Witness = Readonly<{
  /** The books were read anew: something may have been written that was never told. Also the first word a witness hears. */
  opened(state: State): void;
  /** In the order of the journal, each command once. */
  written(entries: readonly Entry[], state: State): void;
}>;

/** All of them, in the order in which they came. One that fails is complained of, and keeps nobody else from hearing. */
export class Witnesses {
  private readonly all: Witness[] = [];

  constructor(private readonly complain: (error: unknown) => void) {}

  add(witness: Witness): void {
    this.all.push(witness);
  }

  /** For one who comes when the books are open already. */
  join(witness: Witness, state: State): void {
    this.add(witness);
    this.toOne(witness, (newcomer) => {
      newcomer.opened(state);
    });
  }

  opened(state: State): void {
    this.toEach((witness) => {
      witness.opened(state);
    });
  }

  written(entries: readonly Entry[], state: State): void {
    this.toEach((witness) => {
      witness.written(entries, state);
    });
  }

  private toEach(tell: (witness: Witness) => void): void {
    for (const witness of this.all) this.toOne(witness, tell);
  }

  private toOne(witness: Witness, tell: (witness: Witness) => void): void {
    try {
      tell(witness);
    } catch (error) {
      this.complain(error);
    }
  }
}
