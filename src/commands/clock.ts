import { setTimeout as pause } from 'node:timers/promises';
import { type ClockState, readClockState, removeClockAcceptance, writeClockAcceptance } from '../clock/clock-files.js';
import { type HeldClock, toHeldClock, formatJump, SteadyClock } from '../clock/jump-detector.js';
import type { Config } from '../config/config.js';
import { findHolder } from '../database/data-directory-holder.js';
import { OperatorError } from '../errors/operator-error.js';
import { type CliActions, type CliCommand, type CommandInvocation, type ExitCode, requireAction } from './command.js';

export const clockCommand: CliCommand = {
  name: 'clock',
  summary:
    "Show the clock that the running service goes by, and accept a jump of the machine's clock that it holds back.",
  usage: '[show | accept]  [options]',
  examples: ['kontor clock', 'kontor clock accept', 'kontor clock --json'],
  options: {},
  positionals: { min: 0, max: 1 },
  run(invocation) {
    const actions: CliActions = { show: showClock, accept: acceptJump };
    const action = requireAction('clock', actions, invocation.positionals[0] ?? 'show');
    return action(invocation);
  },
};

/** The service looks once a second. */
const ACCEPT_TIMEOUT_MS = 5_000;

async function showClock({ config, out }: CommandInvocation): Promise<ExitCode> {
  const state = await readServiceClockState(config);
  const held = findHeldClock(state);
  out.result(toClockJson(state, held), held === null ? formatClockInSync(state) : formatHeldClock(held));
  return 0;
}

async function acceptJump({ config, out }: CommandInvocation): Promise<ExitCode> {
  const state = await readServiceClockState(config);
  if (state.held === null) {
    out.result(toClockJson(state, null), `Nothing to accept. ${formatClockInSync(state)}`);
    return 0;
  }
  writeClockAcceptance(config.dataDir, { zero: state.held.zero });
  const end = performance.now() + ACCEPT_TIMEOUT_MS;
  while (performance.now() < end) {
    await pause(100);
    const now = readClockState(config.dataDir);
    if (now?.held !== null) continue;
    out.result(toClockJson(now, null), `Accepted. ${formatClockInSync(now)}`);
    return 0;
  }
  removeClockAcceptance(config.dataDir);
  throw new OperatorError(
    'The service did not accept the jump: it did not look for it, or the clock has jumped again.',
    'Look with kontor clock, and try again.',
  );
}

/** What the running service keeps in its data directory, which is that of this command. */
async function readServiceClockState(config: Config): Promise<ClockState> {
  if (config.clockHoldSeconds === 0)
    throw new OperatorError(
      'CLOCK_HOLD_SECONDS is 0: no jump of the clock is held back.',
      'Set it to the seconds that a jump has to last, for example 600, and start the service again.',
    );
  const [holder, state] = [await findHolder(config.dataDir), readClockState(config.dataDir)];
  if (holder === null || state === null)
    throw new OperatorError(
      `No service runs on the data in ${config.dataDir}.`,
      'Start it with npm start, or name the data directory of your service in DATA_DIR.',
    );
  return state;
}

const findHeldClock = (state: ClockState): HeldClock | null =>
  toHeldClock(state, new SteadyClock().read(), state.holdSeconds * 1_000);

const formatVenueTime = ({ zero }: ClockState): string => new Date(zero + new SteadyClock().read()).toISOString();

function toClockJson(state: ClockState, held: HeldClock | null) {
  if (held === null) return { state: 'ok', venue_time: formatVenueTime(state) };
  return {
    state: 'held_back',
    venue_time: held.venueTime,
    machine_time: held.machineTime,
    ahead_seconds: held.aheadSeconds,
    since: held.since,
    applies_at: held.appliesAt,
  };
}

const formatClockInSync = (state: ClockState): string =>
  `The venue goes by the clock of the machine: ${formatVenueTime(state)}.`;

const formatHeldClock = ({
  aheadSeconds,
  since,
  appliesAt,
  venueTime,
  machineTime,
}: HeldClock): string => `The clock of the machine jumped ${formatJump(aheadSeconds)}. The jump is held back.

  the machine shows  ${machineTime}
  the venue goes by  ${venueTime}
  held back since    ${since}
  applied, if it lasts, at ${appliesAt}

If the machine is wrong, set its clock right. If it is right: kontor clock accept`;
