/**
 * The venue as one pure machine: a command in, its events out. It reads no clock, draws no lots and asks nobody; the same commands
 * in the same order give the same numbers, events and state, whether they come one by one or were kept for years.
 *
 * A thrown error is a bug and leaves the state unusable: the caller drops the engine and rebuilds it from the database.
 */
import { Administration } from './administration.js';
import type {
  AccountCommand,
  BreakAcceptanceCommand,
  Command,
  ContinueCommand,
  MoneyStatementCommand,
  OrderAction,
  PositionStatementCommand,
  ReferenceCommand,
  RulesCommand,
  VenueCommand,
} from './command.js';
import type { EngineEvent } from './event.js';
import { Execution } from './execution.js';
import { OrderChange } from './order-change.js';
import { OrderEntry } from './order-entry.js';
import { LargeCommands } from './large-commands.js';
import { Outbox } from './outbox.js';
import type { Refusal } from './refusal.js';
import { Reconciliation } from './reconciliation.js';
import { SEVENTH_RULES } from './rules.js';
import { Sessions } from './sessions.js';
import { Settlement } from './settlement.js';
import { createState, type State } from './state.js';
import { Statements } from './statements.js';

type AdministrativeCommand =
  | AccountCommand
  | BreakAcceptanceCommand
  | ContinueCommand
  | MoneyStatementCommand
  | PositionStatementCommand
  | ReferenceCommand
  | RulesCommand
  | VenueCommand;

export class Engine {
  private readonly out = new Outbox();
  private readonly execution: Execution;
  private readonly large: LargeCommands;
  private readonly entry: OrderEntry;
  private readonly change: OrderChange;
  private readonly sessions: Sessions;
  private readonly settlement: Settlement;
  private readonly statements: Statements;
  private readonly administration: Administration;
  private readonly reconciliation: Reconciliation;

  /** What reads may look at between two commands; only commands change it. */
  constructor(readonly state: State = createState()) {
    this.execution = new Execution(state, this.out);
    this.large = new LargeCommands(state, this.out, this.execution);
    this.entry = new OrderEntry(state, this.out, this.execution);
    this.change = new OrderChange(state, this.out, this.execution, this.large);
    this.settlement = new Settlement(state, this.out);
    this.reconciliation = new Reconciliation(state, this.out);
    const { large, settlement, reconciliation } = this;
    this.sessions = new Sessions(state, this.out, this.execution, { large, settlement, reconciliation });
    this.statements = new Statements(state, this.out, settlement, reconciliation);
    this.administration = new Administration(state, this.out, this.large);
  }

  apply(command: Command): readonly EngineEvent[] {
    if (command.seq !== this.state.counters.command + 1)
      throw new Error(`Command ${command.seq} came after ${this.state.counters.command}.`);
    this.state.counters.command = command.seq;
    this.execution.begin(command.time);
    this.settlement.begin(command.time);
    if (isOrderAction(command)) this.applyOrderAction(command);
    else {
      const refusal = this.applyAdministrative(command);
      if (refusal !== null) this.out.emit({ type: 'CommandRefused', command: command.type, refusal });
    }
    this.state.orders.settle();
    return this.out.take(command.time);
  }

  private applyOrderAction(command: Command & OrderAction): void {
    switch (command.type) {
      case 'OrderModification':
        this.change.modify(command);
        break;
      case 'OrderCancellation':
        this.change.cancel(command);
        break;
      case 'MassCancellation':
        this.change.cancelMany(command);
        break;
      case 'LimitOrderSub':
      case 'MarketOrderSub':
      case 'StopOrderSub':
      case 'StopLimitOrderSub':
        this.entry.submit(command);
    }
  }

  /** Each kind of command is recognized by the field that only it has. */
  private applyAdministrative(command: AdministrativeCommand): Refusal | null {
    if (command.type === 'AdoptRules') return this.adoptRules(command);
    if ('commandSeq' in command) return this.continueCommand(command);
    if ('asOf' in command) return this.statements.apply(command);
    if ('breakId' in command) return this.reconciliation.accept(command);
    if ('acctId' in command) return this.administration.changeAccount(command);
    if ('sessionDate' in command || 'instrumentId' in command) return this.sessions.apply(command);
    return this.administration.define(command);
  }

  private adoptRules(command: RulesCommand): Refusal | null {
    const countedFromStatements = this.state.followsRules(SEVENTH_RULES);
    const refusal = this.administration.adoptRules(command);
    if (refusal !== null) return refusal;
    this.settlement.settleAll();
    if (!countedFromStatements && command.rules >= SEVENTH_RULES) this.statements.adoptRules();
    return null;
  }

  private continueCommand(command: ContinueCommand): Refusal | null {
    const finished = this.large.continue(command);
    if (finished === null || 'code' in finished) return finished;
    return finished.type === 'MassCancellation' || finished.type === 'DisableAccount'
      ? null
      : this.sessions.finish(finished);
  }
}

const orderActions: ReadonlySet<string> = new Set<OrderAction['type']>([
  'LimitOrderSub',
  'MarketOrderSub',
  'StopOrderSub',
  'StopLimitOrderSub',
  'OrderModification',
  'OrderCancellation',
  'MassCancellation',
]);

function isOrderAction(command: Command): command is Command & OrderAction {
  return orderActions.has(command.type);
}
