import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Config } from '../config/config.js';
import { describeThisProcess } from '../database/data-directory-holder.js';
import { readClockState, takeClockAcceptance, writeClockState } from './clock-files.js';
import { type HeldClock, toHeldClock, formatJump, type JumpEvent, JumpDetector, SteadyClock } from './jump-detector.js';

const CHECK_INTERVAL_MS = 1_000;
/** A correction smaller than this is not worth a write to the disk. */
const SAVE_MIN_MS = 1_000;

/**
 * The time that the venue goes by: the journal, sessions, expiry. It is that of the machine, except while the machine's clock has
 * jumped by more than five minutes and the jump has neither lasted nor been accepted.
 */
@Injectable()
export class VenueClockService implements OnModuleDestroy {
  private readonly log = new Logger(VenueClockService.name);
  private readonly steady = new SteadyClock();
  private readonly holdMs: number;
  private readonly detector: JumpDetector;
  private readonly boot = describeThisProcess().boot ?? '';
  private timer: NodeJS.Timeout | null = null;
  private savedZero = NaN;

  constructor(private readonly config: Config) {
    this.holdMs = config.clockHoldSeconds * 1_000;
    const first = { zero: Date.now() - this.steady.read(), held: null };
    this.detector = new JumpDetector(this.readSavedState() ?? first, this.holdMs, (event) => this.report(event));
  }

  /** In milliseconds, as `Date.now()`. */
  readonly now = (): number => {
    const reading = { wall: Date.now(), steady: this.steady.read() };
    if (!this.detector.isJump(reading)) return this.detector.toVenueTime(reading);
    // A machine that slept for the night has not jumped.
    this.steady.synchronize();
    return this.detector.toVenueTime({ wall: Date.now(), steady: this.steady.read() });
  };

  /** The jump that is held back at this moment, if there is one. */
  findHeldJump(): HeldClock | null {
    this.now();
    return toHeldClock(this.detector.state, this.steady.read(), this.holdMs);
  }

  /** For the service alone: looks at the clock also while nobody asks, keeps its state for the next start, and hears `kontor clock accept`. */
  watch(): void {
    if (this.holdMs === 0 || this.timer !== null) return;
    this.timer = setInterval(() => this.checkClock(), CHECK_INTERVAL_MS).unref();
    this.checkClock();
  }

  onModuleDestroy(): void {
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = null;
  }

  private checkClock(): void {
    this.now();
    const acceptance = takeClockAcceptance(this.config.dataDir);
    if (acceptance !== null && !this.detector.accept(acceptance.zero))
      this.log.warn('A jump of the clock was accepted that is not held back: nothing was changed.');
    if (!(Math.abs(this.detector.state.zero - this.savedZero) < SAVE_MIN_MS)) this.save();
  }

  /** What the service knew when it ran last, if the machine has not been started anew since. */
  private readSavedState() {
    const state = this.holdMs === 0 ? null : readClockState(this.config.dataDir);
    return state !== null && state.boot !== '' && state.boot === this.boot ? state : null;
  }

  private save(): void {
    if (this.timer === null) return;
    const { zero, held } = this.detector.state;
    try {
      writeClockState(this.config.dataDir, { boot: this.boot, zero, held, holdSeconds: this.config.clockHoldSeconds });
    } catch (error) {
      if (!Number.isNaN(this.savedZero))
        this.log.warn(`The state of the clock could not be kept for the next start: ${String(error)}`);
    }
    this.savedZero = zero;
  }

  private report(event: JumpEvent): void {
    const held = toHeldClock(this.detector.state, this.steady.read(), this.holdMs);
    if (held !== null) {
      this.log.warn(
        `The clock of the machine jumped ${formatJump(held.aheadSeconds)}, to ${held.machineTime}. The jump is held back: the venue goes on at ${held.venueTime}. If it lasts, it is applied at ${held.appliesAt}. Fix: set the clock right, or, if it is right now, run: kontor clock accept`,
      );
    } else this.log.warn(endMessages[event]);
    this.save();
  }
}

const endMessages: Readonly<Record<JumpEvent, string>> = {
  held: '',
  returned: 'The clock of the machine is right again: its jump was never applied.',
  applied: 'The jump of the clock has lasted: the venue goes by the clock of the machine again.',
  accepted: 'The jump of the clock was accepted: the venue goes by the clock of the machine again.',
};
