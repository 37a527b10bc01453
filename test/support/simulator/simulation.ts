/**
 * A run of the exchange under faults: engine, commit loop, projection, recovery and clients as they are, on a clock, a network and
 * a database that the seed decides. The same seed gives the same run.
 */
import { Logger, type LoggerService } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { computeStateHash } from '../../../src/engine/state-hash.js';
import { readConfig } from '../../../src/config/read-config.js';
import { SimulatedClients } from './clients.js';
import { FakeClock } from './fake-clock.js';
import { Faults } from './faults.js';
import { MemorySnapshots } from './memory-snapshots.js';
import { MemoryDatabase, type Removal } from './memory-database.js';
import { Reference } from './reference.js';
import { Requests } from './requests.js';
import { untilSettled } from './short-sessions.js';
import { SimulatedProcess } from './simulated-process.js';

/** Longer than any run whose requests all end. */
const RUN_MS = 300_000;
const FAULTS_MS = 12_000;
/** A process that is killed starts again after this time at the most. */
const DOWN_MS = 1_500;
/** Once the faults are over, everything is as before after this time: a call hangs for 25 s at the most. */
const RECOVERED_MS = 30_000;

/** One run in so many has calendars: sessions that open and close by the clock take commands of their own. */
const CALENDARS_EVERY = 8;

/** `trace` is everything that happened; two runs of a seed have the same. */
export type SimulationResult = Readonly<{ faults: readonly string[]; trace: readonly string[]; commands: number }>;

const config = readConfig({
  DATABASE_URL: 'postgresql://nobody@localhost/none',
  MODE: 'sandbox',
  SANDBOX_HOURS: 'exchange',
});

class Simulation {
  readonly faults: Faults;
  readonly clock = new FakeClock();
  readonly found: string[] = [];
  readonly trace: string[] = [];
  readonly database: MemoryDatabase;
  readonly reference = new Reference();
  readonly requests = new Requests(this.reference, (fault) => this.report(fault));
  readonly processes: SimulatedProcess[] = [];
  /** By the place of the process that keeps them. */
  private readonly snapshots: readonly MemorySnapshots[];
  private started = 0;

  constructor(
    readonly seed: number,
    removed: Removal | null,
  ) {
    this.faults = new Faults(seed);
    this.snapshots = [0, 1].map(() => new MemorySnapshots(this.faults, (line) => this.say(line)));
    this.database = new MemoryDatabase(this.faults, removed, seed % CALENDARS_EVERY === 0, (batch) => {
      try {
        const types = this.reference.add(batch);
        this.say(`commit ${batch.first}-${batch.last} of epoch ${batch.epoch}: ${types.join()}`);
      } catch (error) {
        this.report(`the journal cannot be replayed: ${String(error)}`);
      }
    });
  }

  say(line: string): void {
    this.trace.push(`${this.clock.now} ${line}`);
  }

  report(fault: string): void {
    this.say(`FAULT ${fault}`);
    this.found.push(fault);
  }

  async run(): Promise<void> {
    const clients = new SimulatedClients(this);
    const isPair = this.faults.upTo(3) === 0;
    for (let slot = 0; slot <= (isPair ? 1 : 0); slot++) this.start(slot);
    await clients.setUp();
    this.faults.isOn = true;
    await Promise.all([this.causeFaults(), clients.run()]);
    await pause(RECOVERED_MS);
    await clients.finish();
    await this.checkSessions();
    for (const process of this.processes) await this.close(process);
    this.checkStore();
  }

  private start(slot: number): void {
    const process = new SimulatedProcess(
      `process ${++this.started}`,
      this.database,
      this.snapshots[slot] as MemorySnapshots,
      config,
    );
    this.processes[slot] = process;
    this.say(`${process.name} starts`);
    let heard = 0;
    process.start({
      opened: (state) => {
        heard = state.counters.command;
        this.say(`${process.name} is open behind command ${heard}`);
        this.checkState(process, this.reference.findFault(state, true));
      },
      written: (entries, state) => {
        for (const { seq } of entries) if (seq !== ++heard) this.report(`${process.name} heard ${seq}, not ${heard}`);
        this.checkState(process, this.reference.findFault(state, false));
      },
    });
  }

  checkState(process: SimulatedProcess, fault: string | null): void {
    if (fault !== null && !process.isDead) this.report(`${process.name} shows ${fault}`);
  }

  private async causeFaults(): Promise<void> {
    const end = this.clock.now + FAULTS_MS;
    while (this.clock.now < end) {
      await pause(50 + this.faults.upTo(2_500));
      this.writeSnapshot();
      const kind = this.faults.nextProcessFault();
      this.say(`next: ${kind}`);
      if (kind === 'crash' || kind === 'restart') await this.restart(kind === 'crash');
      else if (kind === 'cut') this.database.endSessions(true);
      else if (kind === 'outage') await this.during('isDown', 3_000);
      else if (kind === 'disk full') await this.during('isFull', 5_000);
    }
    this.faults.isOn = false;
    this.say('the faults are over');
  }

  /** A call that fails leaves the snapshots as they are. */
  private writeSnapshot(): void {
    const process = this.faults.upTo(2) === 0 ? this.faults.pick(this.processes) : null;
    process?.writeSnapshot().catch((error: unknown) => this.say(`no snapshot is written: ${String(error)}`));
  }

  private async restart(isCrash: boolean): Promise<void> {
    const slot = this.faults.upTo(this.processes.length);
    const process = this.processes[slot];
    if (process === undefined) return;
    this.say(`${process.name} ${isCrash ? 'is killed' : 'ends'}`);
    if (isCrash) process.kill();
    else await this.close(process);
    await pause(this.faults.upTo(DOWN_MS));
    this.start(slot);
  }

  private async close(process: SimulatedProcess): Promise<void> {
    const began = this.clock.now;
    await process.close();
    this.say(`${process.name} has ended after ${this.clock.now - began} ms`);
  }

  private async during(state: 'isDown' | 'isFull', atMostMs: number): Promise<void> {
    this.database[state] = true;
    if (state === 'isDown') this.database.endSessions(false);
    await pause(100 + this.faults.upTo(atMostMs));
    this.database[state] = false;
  }

  /** Once the faults are over, the venue is in the session of the calendar. */
  private async checkSessions(): Promise<void> {
    if (!this.database.hasCalendars) return;
    await pause(untilSettled(Date.now()));
    const due = this.reference.listDue(Date.now());
    if (due.length > 0) this.report(`the clock of the sessions has not done ${due.join()}`);
  }

  private checkStore(): void {
    const { database, reference } = this;
    this.requests.checkJournal();
    if (database.tables.place !== reference.last)
      this.report(`the tables end with ${database.tables.place}, the journal with ${reference.last}`);
    if (database.tables.toText() !== reference.tables.toText()) this.report('the tables differ from a replay');
    if (reference.pending > 0) this.report(`${reference.pending} commands have ended some of their orders and not all`);
    if (computeStateHash(database.tables.readState().state) !== reference.hash)
      this.report('the state of the tables has another hash than a replay');
  }
}

/** Runs a seed, with a protection removed where the run is a control. */
export async function simulate(seed: number, removed: Removal | null = null): Promise<SimulationResult> {
  const simulation = new Simulation(seed, removed);
  const { clock } = simulation;
  const restoreClock = clock.install();
  const restoreLog = replaceLog((line) => simulation.say(line));
  const onRejection = (error: unknown): void => simulation.report(`nobody caught ${String(error)}`);
  process.on('unhandledRejection', onRejection);
  try {
    const run = simulation.run().catch((error: unknown) => simulation.report(`the run failed: ${String(error)}`));
    if (!(await clock.runUntilDone(run, RUN_MS))) simulation.report('the run does not end');
  } finally {
    process.off('unhandledRejection', onRejection);
    restoreLog();
    restoreClock();
  }
  return { faults: simulation.found, trace: simulation.trace, commands: simulation.reference.last };
}

/** The log of Nest is one for the whole process. */
function replaceLog(write: (line: string) => void): () => void {
  const place = Logger as unknown as { staticInstanceRef?: LoggerService | undefined };
  const before = place.staticInstanceRef;
  const log = (message: unknown, ...rest: unknown[]): void =>
    write([message, ...rest.slice(0, 1)].map(String).join(': '));
  place.staticInstanceRef = { log, warn: log, error: log, debug: log, verbose: log, fatal: log };
  return () => {
    place.staticInstanceRef = before;
  };
}
