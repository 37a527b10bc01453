/** What was started one after another, and is stopped again in the opposite order. */
export class UndoStack {
  private readonly steps: (() => Promise<void>)[] = [];

  push(step: () => Promise<void>): void {
    this.steps.push(step);
  }

  /** Runs every step even if another one fails: a server that does not close must not leave PostgreSQL running. Then throws the first failure. */
  async run(): Promise<void> {
    const failures: unknown[] = [];
    for (let step = this.steps.pop(); step; step = this.steps.pop()) {
      try {
        await step();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}
