/**
 * A clock that nobody sets: the milliseconds since the machine was started, its sleep included. The clock of the process is exact and
 * cheap, but stands still in a sleep on some systems; the uptime of the system does not, and puts it right where there is need.
 */
import { uptime } from 'node:os';

/** Some systems report the uptime in whole seconds. */
const COARSENESS_MS = 2_000;

export class SteadyClock {
  private origin = uptime() * 1_000 - performance.now();

  read(): number {
    return this.origin + performance.now();
  }

  /** Adds a sleep of the machine that was missed. */
  synchronize(): void {
    const missed = uptime() * 1_000 - this.read();
    if (missed > COARSENESS_MS) this.origin += missed;
  }
}
