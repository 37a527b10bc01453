import { uptime } from 'node:os';

/** A jump that is held back, for people and for the wire. All moments but the machine's are in the time that the venue goes by. */
export type HeldClock = Readonly<{
  aheadSeconds: number;
  since: string;
  appliesAt: string;
  venueTime: string;
  machineTime: string;
}>;

/** Null where the venue goes by the clock of the machine. `steady` is the present moment of the steady clock. */
export function toHeldClock({ zero, held }: JumpDetectorState, steady: number, holdMs: number): HeldClock | null {
  if (held === null) return null;
  const formatTimestamp = (at: number): string => new Date(at).toISOString();
  return {
    aheadSeconds: Math.round((held.zero - zero) / 1_000),
    since: formatTimestamp(zero + held.since),
    appliesAt: formatTimestamp(zero + held.since + holdMs),
    venueTime: formatTimestamp(zero + steady),
    machineTime: formatTimestamp(held.zero + steady),
  };
}

/** `24 h 0 min ahead`. */
export function formatJump(aheadSeconds: number): string {
  const minutes = Math.round(Math.abs(aheadSeconds) / 60);
  return `${minutes >= 60 ? `${Math.floor(minutes / 60)} h ` : ''}${minutes % 60} min ${aheadSeconds < 0 ? 'back' : 'ahead'}`;
}

/**
 * Decides whether the wall clock is believed. It is compared with a clock that nobody sets, and a jump of more than five minutes, ahead
 * or back, is held back: until it has lasted, the time goes on as if it had not happened. What is smaller is a correction, and followed.
 *
 * `zero` is where a wall clock stands relative to the steady one: what it showed when that one was at nought.
 */
const JUMP_MS = 5 * 60_000;

/** Both clocks at one moment, in milliseconds. */
export type ClockReading = Readonly<{ wall: number; steady: number }>;

/** A jump that is held back: where the clock stands now, and since when by the steady clock. */
type HeldJump = Readonly<{ zero: number; since: number }>;

export type JumpDetectorState = Readonly<{ zero: number; held: HeldJump | null }>;

export type JumpEvent = 'held' | 'returned' | 'applied' | 'accepted';

export class JumpDetector {
  private zero: number;
  private heldJump: HeldJump | null;

  /** `holdMs` is how long a jump has to last; with 0 none is held back. `changed` hears of what becomes of each. */
  constructor(
    first: JumpDetectorState,
    private readonly holdMs: number,
    private readonly onChange: (event: JumpEvent) => void,
  ) {
    this.zero = first.zero;
    this.heldJump = first.held;
  }

  get state(): JumpDetectorState {
    return { zero: this.zero, held: this.heldJump };
  }

  /** Whether this is further from the time than a correction may be. */
  isJump({ wall, steady }: ClockReading): boolean {
    return Math.abs(wall - steady - this.zero) > JUMP_MS;
  }

  /** The time to go by, in whole milliseconds. */
  toVenueTime(reading: ClockReading): number {
    const { wall, steady } = reading;
    const measured = wall - steady;
    if (!this.isJump(reading)) this.followCorrection(measured);
    else if (this.holdMs === 0) this.zero = measured;
    else this.holdBack(measured, steady);
    return Math.round(this.zero + steady);
  }

  /** Applies the jump that is held back, if it is this one. */
  accept(zero: number): boolean {
    if (this.heldJump === null || Math.abs(this.heldJump.zero - zero) > JUMP_MS) return false;
    this.apply('accepted');
    return true;
  }

  private followCorrection(measured: number): void {
    this.zero = measured;
    if (this.heldJump === null) return;
    this.heldJump = null;
    this.onChange('returned');
  }

  private holdBack(measured: number, steady: number): void {
    if (this.heldJump !== null && Math.abs(measured - this.heldJump.zero) <= JUMP_MS) {
      this.heldJump = { zero: measured, since: this.heldJump.since };
      if (steady - this.heldJump.since >= this.holdMs) this.apply('applied');
      return;
    }
    // Another jump than the one before has to last from now on.
    this.heldJump = { zero: measured, since: steady };
    this.onChange('held');
  }

  private apply(event: JumpEvent): void {
    this.zero = this.heldJump?.zero ?? this.zero;
    this.heldJump = null;
    this.onChange(event);
  }
}

/** Some systems report the uptime in whole seconds. */
const COARSENESS_MS = 2_000;

/**
 * A clock that nobody sets: the milliseconds since the machine was started, its sleep included. The clock of the process is exact and
 * cheap, but stands still in a sleep on some systems; the uptime of the system does not, and puts it right where there is need.
 */
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
