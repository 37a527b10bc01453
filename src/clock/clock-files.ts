/** What the service and `kontor clock` tell each other about the clock, as files of the data directory: the clock is the machine's, and so is the directory. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurably } from '../config/durable-file.js';
import type { JumpDetectorState } from './jump-detector.js';

/** `boot` is the run of the kernel that the steady clock counts from; a state of another run says nothing about this one. */
export type ClockState = JumpDetectorState & Readonly<{ boot: string; holdSeconds: number }>;

/** The jump that an operator accepts, by where it has set the clock. */
export type ClockAcceptance = Readonly<{ zero: number }>;

const toStatePath = (dataDir: string): string => join(dataDir, 'clock.json');
const toAcceptancePath = (dataDir: string): string => join(dataDir, 'clock-accept.json');

export const writeClockState = (dataDir: string, state: ClockState): void =>
  writeDurably(toStatePath(dataDir), `${JSON.stringify(state)}\n`, { mode: 0o644 });

/** Null where there is none that makes sense: then nothing is known of the time before. */
export function readClockState(dataDir: string): ClockState | null {
  const state = readJson<ClockState>(toStatePath(dataDir));
  const isWhole =
    typeof state?.boot === 'string' &&
    typeof state.holdSeconds === 'number' &&
    typeof state.zero === 'number' &&
    isHeldJump(state.held);
  return isWhole ? state : null;
}

const isHeldJump = (held: Partial<NonNullable<JumpDetectorState['held']>> | null | undefined): boolean =>
  held === null || (typeof held?.zero === 'number' && typeof held.since === 'number');

export const writeClockAcceptance = (dataDir: string, acceptance: ClockAcceptance): void =>
  writeDurably(toAcceptancePath(dataDir), `${JSON.stringify(acceptance)}\n`);

export const removeClockAcceptance = (dataDir: string): void => rmSync(toAcceptancePath(dataDir), { force: true });

/** Takes the acceptance away, so that it counts once. */
export function takeClockAcceptance(dataDir: string): ClockAcceptance | null {
  const acceptance = readJson<ClockAcceptance>(toAcceptancePath(dataDir));
  if (acceptance === null) return null;
  removeClockAcceptance(dataDir);
  return typeof acceptance.zero === 'number' ? { zero: acceptance.zero } : null;
}

function readJson<Content>(file: string): (Partial<Content> & Content) | null {
  try {
    const content = JSON.parse(readFileSync(file, 'utf8')) as unknown;
    return typeof content === 'object' ? (content as Content) : null;
  } catch {
    return null;
  }
}
