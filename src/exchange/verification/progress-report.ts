import type { JournalReplay } from './replay.js';

const SAY_EVERY_MS = 5_000;

/** Says from time to time how far a comparison is. */
export class ProgressReport {
  private lastSaid = performance.now();

  constructor(private readonly say: (line: string) => void) {}

  readonly report = (line: () => string): void => {
    const now = performance.now();
    if (now - this.lastSaid < SAY_EVERY_MS) return;
    this.lastSaid = now;
    this.say(line());
  };

  reportReplay({ state }: JournalReplay): void {
    this.report(() => `${state.counters.command} commands are replayed`);
  }

  /** At once. */
  announce(line: string): void {
    this.say(line);
  }
}
