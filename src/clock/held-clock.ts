import type { JumpDetectorState } from './jump-detector.js';

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
