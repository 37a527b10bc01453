/** What the service and `kontor clock` tell each other about the clock, as files of the data directory: the clock is the machine's, and so is the directory. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurably } from '../config/durable-file.js';
import type { GuardState } from './jump-detector.js';

/** `boot` is the run of the kernel that the steady clock counts from; a state of another run says nothing about this one. */
export type ClockState = GuardState & Readonly<{ boot: string; holdSeconds: number }>;

/** The jump that an operator accepts, by where it has set the clock. */
export type Acceptance = Readonly<{ zero: number }>;

const stateFile = (dataDir: string): string => join(dataDir, 'clock.json');
const acceptanceFile = (dataDir: string): string => join(dataDir, 'clock-accept.json');

export const writeClockState = (dataDir: string, state: ClockState): void =>
  writeDurably(stateFile(dataDir), `${JSON.stringify(state)}\n`, { mode: 0o644 });

/** Null where there is none that makes sense: then nothing is known of the time before. */
export function readClockState(dataDir: string): ClockState | null {
  const state = read<ClockState>(stateFile(dataDir));
  const isWhole =
    typeof state?.boot === 'string' &&
    typeof state.holdSeconds === 'number' &&
    typeof state.zero === 'number' &&
    isHeldJump(state.held);
  return isWhole ? state : null;
}

const isHeldJump = (held: Partial<NonNullable<GuardState['held']>> | null | undefined): boolean =>
  held === null || (typeof held?.zero === 'number' && typeof held.since === 'number');

export const writeAcceptance = (dataDir: string, acceptance: Acceptance): void =>
  writeDurably(acceptanceFile(dataDir), `${JSON.stringify(acceptance)}\n`);

export const removeAcceptance = (dataDir: string): void => rmSync(acceptanceFile(dataDir), { force: true });

/** Takes the acceptance away, so that it counts once. */
export function takeAcceptance(dataDir: string): Acceptance | null {
  const acceptance = read<Acceptance>(acceptanceFile(dataDir));
  if (acceptance === null) return null;
  removeAcceptance(dataDir);
  return typeof acceptance.zero === 'number' ? { zero: acceptance.zero } : null;
}

function read<Content>(file: string): (Partial<Content> & Content) | null {
  try {
    const content = JSON.parse(readFileSync(file, 'utf8')) as unknown;
    return typeof content === 'object' ? (content as Content) : null;
  } catch {
    return null;
  }
}
