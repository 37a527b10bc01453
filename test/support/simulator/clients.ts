/** Clients of a simulation: they place, change and cancel orders, administer, read, and repeat what they know nothing of. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Command, CommandBody } from '../../../src/engine/command.js';
import { type CommandCaller, SYSTEM_CALLER } from '../../../src/exchange/caller.js';
import type { CommandResult } from '../../../src/exchange/commit-loop.js';
import { OfficeLines } from '../../engine/office-lines.js';
import { chanceOf } from '../../engine/random-lines.js';
import { FLOOR, parse } from '../../engine/script.js';
import type { FakeClock } from './fake-clock.js';
import type { Faults } from './faults.js';
import type { Reference } from './reference.js';
import type { Outcome, Requests } from './requests.js';
import type { SimulatedProcess } from './simulated-process.js';

/** The longest wait for the answer to a command, a read of the memory and a read of the tables: five seconds, looked at four times a second. */
const COMMAND_WITHIN_MS = 5_300;
const LOOK_WITHIN_MS = 5_000;
const TABLES_WITHIN_MS = 8_000;
const CLIENTS_MAX = 5;
/** Requests that were carried out a moment ago. */
const RECENT = 6;
const REQUESTS_MAX = 12;
/** A request that was not carried out is repeated this often at the most. */
const REPEATED_MAX = 400;

/** The simulation, as far as clients need it. */
type ClientContext = Readonly<{
  seed: number;
  faults: Faults;
  clock: FakeClock;
  reference: Reference;
  requests: Requests;
  processes: readonly SimulatedProcess[];
  say(line: string): void;
  report(fault: string): void;
  checkState(process: SimulatedProcess, fault: string | null): void;
}>;

/** `name` is that of its order, `key` an `Idempotency-Key`: with one of them a request can be repeated. */
type ClientRequest = Readonly<{
  caller: CommandCaller;
  bodies: readonly CommandBody[];
  name: string | null;
  key: string | null;
}>;

const isRepeatable = ({ name, key }: ClientRequest): boolean => name !== null || key !== null;

export class SimulatedClients {
  private readonly lines: OfficeLines;
  private attempts = 0;
  /** The last command that any process has acknowledged to anybody. */
  private acknowledged = 0;
  private names = 0;
  private keys = 0;
  /** Repeatable requests that were carried out. */
  private readonly repeatable: ClientRequest[] = [];

  constructor(private readonly simulation: ClientContext) {
    this.lines = new OfficeLines(chanceOf(simulation.seed * 13 + 5));
  }

  /** The venue of the script language; the service adopts its rules itself. */
  async setUp(): Promise<void> {
    const commands = FLOOR.filter((line) => !line.startsWith('rules')).map((line) => parse(line, 1));
    await this.carryOut({ caller: SYSTEM_CALLER, bodies: commands.map(toBody), name: null, key: null });
  }

  async run(): Promise<void> {
    const count = 1 + this.simulation.faults.upTo(CLIENTS_MAX);
    await Promise.all(Array.from({ length: count }, () => this.runClient()));
  }

  /** When the faults are over, an order succeeds at the first attempt in some process, and the tables can be read in all. */
  async finish(): Promise<void> {
    const { simulation } = this;
    const outcomes: Outcome[] = [];
    for (const process of simulation.processes)
      outcomes.push(await this.attempt(process, this.createRequest(['a buys 1 at 100'])));
    await Promise.all(simulation.processes.map((process) => this.readTables(process, true)));
    if (!outcomes.includes('done'))
      simulation.report(`no process takes an order after the faults: ${outcomes.join(', ')}`);
  }

  private async runClient(): Promise<void> {
    const { faults } = this.simulation;
    for (let left = 3 + faults.upTo(REQUESTS_MAX); left > 0; left--) {
      await pause(faults.upTo(900));
      const roll = faults.upTo(12);
      if (roll < 2) await this.look(this.pickProcess());
      else if (roll < 4) await this.readTables(this.pickProcess(), false);
      else if (roll === 4 && this.repeatable.length > 0) await this.carryOut(faults.pick(this.repeatable));
      else if (roll === 5 && this.repeatable.length > 0)
        await this.carryOut(faults.pick(this.repeatable.slice(-RECENT)));
      else if (roll === 6) await this.carryOutTwice(this.createRequest(this.nextLines()));
      else await this.carryOut(this.createRequest(this.nextLines()));
    }
  }

  /** As a client does that has lost patience with the first attempt. Another one than a repeatable request would be two requests. */
  private async carryOutTwice(request: ClientRequest): Promise<void> {
    const again = async (): Promise<void> => {
      await pause(this.simulation.faults.upTo(100));
      await this.carryOut(request);
    };
    await Promise.all([this.carryOut(request), ...(isRepeatable(request) ? [again()] : [])]);
  }

  private pickProcess(): SimulatedProcess {
    return this.simulation.faults.pick(this.simulation.processes);
  }

  private nextLines(): string[] {
    const lines = Array.from({ length: this.lines.pick([1, 1, 1, 1, 2, 3]) }, () => this.lines.next());
    // The service itself continues what is pending.
    return lines.map((line) => (line.startsWith('continue') ? `${this.lines.account()} buys 1 at 100` : line));
  }

  /** A single new order has a name of its client's, mostly. */
  private createRequest(lines: readonly string[]): ClientRequest {
    const commands = lines.map((line) => parse(line, 1));
    const [first] = commands;
    if (first === undefined) throw new Error('A request has a command.');
    const bodies = commands.map(toBody);
    const [body] = bodies;
    const { userId, isAdministrator } = first.actor;
    const caller = { userId, actingUserId: userId, clientId: null, isAdministrator };
    const key = this.simulation.faults.upTo(4) === 0 ? `key ${++this.keys}` : null;
    const isOrder = bodies.length === 1 && body !== undefined && 'clientOrderId' in body && 'side' in body;
    if (!isOrder || this.simulation.faults.upTo(4) === 0) return { caller, bodies, name: null, key };
    const named = {
      ...body,
      clientOrderId: ('clientOrderId' in body ? body.clientOrderId : null) ?? `c${++this.names}`,
    };
    return { caller, bodies: [named], name: `${String(named.acctId)} ${named.clientOrderId}`, key };
  }

  /** Repeats the request until it is carried out, or until the client cannot know without a name for its order or a key. */
  private async carryOut(request: ClientRequest): Promise<void> {
    for (let n = 0; n < REPEATED_MAX; n++) {
      const outcome = await this.attempt(this.pickProcess(), request);
      if (outcome === 'done' || (outcome === 'unknown' && !isRepeatable(request))) return;
      await pause(20 + this.simulation.faults.upTo(300));
    }
    this.simulation.report('a request was refused as often as a client repeats it');
  }

  private async attempt(process: SimulatedProcess, request: ClientRequest): Promise<Outcome> {
    const { caller, bodies, name, key } = request;
    const { requests } = this.simulation;
    const id = `request ${++this.attempts}`;
    requests.begin(id, key);
    const { outcome } = await this.observe(
      process,
      `${id} ${bodies.map(({ type }) => type).join()}${key === null ? '' : ` with ${key}`}`,
      {
        withinMs: COMMAND_WITHIN_MS,
        ask: () => process.execute({ ...caller, clientId: id }, bodies, key),
        succeed: (results: readonly CommandResult[]) => {
          requests.acknowledge(id, results, bodies.length);
          if (name !== null) requests.checkName(name, results);
          if (isRepeatable(request)) this.repeatable.push(request);
          this.acknowledged = Math.max(this.acknowledged, results.at(-1)?.seq ?? 0);
          return 'done' as const;
        },
        fail: (error) => requests.fail(id, error, bodies.length),
      },
    );
    return outcome;
  }

  /** Reads see what was acknowledged before, and nothing that is not committed. */
  private async look(process: SimulatedProcess): Promise<void> {
    const { simulation } = this;
    const before = this.acknowledged;
    await this.observe(process, 'look', {
      withinMs: LOOK_WITHIN_MS,
      ask: () =>
        process.exchange.look((state) => {
          simulation.checkState(process, simulation.reference.findFault(state, false));
          return state.counters.command;
        }),
      succeed: (command) => this.checkRead(process, { before, command }),
      fail: (error) => this.simulation.requests.checkRefusal('look', error),
    });
  }

  private async readTables(process: SimulatedProcess, isExpected: boolean): Promise<void> {
    const before = this.acknowledged;
    await this.observe(process, 'tables', {
      withinMs: TABLES_WITHIN_MS,
      ask: () => process.readTables(),
      succeed: (command) => this.checkRead(process, { before, command }),
      fail: (error) => {
        if (isExpected) this.simulation.report(`the tables cannot be read after the faults: ${String(error)}`);
        this.simulation.requests.checkRefusal('tables', error);
      },
    });
  }

  private checkRead(
    { name }: SimulatedProcess,
    { before, command }: Readonly<{ before: number; command: number }>,
  ): void {
    if (command < before)
      this.simulation.report(`${name} shows command ${command}, and ${before} was acknowledged before`);
  }

  private async observe<Answer, Outcome>(
    process: SimulatedProcess,
    what: string,
    {
      withinMs,
      ask,
      succeed,
      fail,
    }: Readonly<{
      withinMs: number;
      ask: () => Promise<Answer>;
      succeed: (answer: Answer) => Outcome;
      fail: (error: unknown) => Outcome;
    }>,
  ): Promise<Readonly<{ outcome: Outcome }>> {
    const { simulation } = this;
    const began = simulation.clock.now;
    simulation.say(`${what} at ${process.name}`);
    // Nothing that a killed process does counts any more.
    const answered = await Promise.race([process.death, ...(process.isDead ? [] : [settle(ask())])]);
    const outcome =
      answered === 'dead' ? fail(answered) : 'answer' in answered ? succeed(answered.answer) : fail(answered.error);
    const took = simulation.clock.now - began;
    simulation.say(`${what}: ${String(outcome)} after ${took} ms`);
    if (took > withinMs) simulation.report(`${what} was answered after ${took} ms`);
    return { outcome };
  }
}

type Reply<Answer> = Readonly<{ answer: Answer } | { error: unknown }>;

const settle = <Answer>(asked: Promise<Answer>): Promise<Reply<Answer>> =>
  asked.then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  );

/** A command as a client sends it: number, time and actor are the service's. */
function toBody(command: Command): CommandBody {
  const own = new Set(['seq', 'time', 'actor']);
  return Object.fromEntries(Object.entries(command).filter(([field]) => !own.has(field))) as CommandBody;
}
