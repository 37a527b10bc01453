/**
 * The commands of a batch are executed here, and become its rows. Orders, positions and boards are written once in their last
 * state; journal, order events, trades and position changes are written one by one.
 */
import type { CommandBody } from '../../engine/command.js';
import type { Engine } from '../../engine/engine.js';
import type { EngineEvent, EngineOrderEvent } from '../../engine/event.js';
import type { OrderRow } from '../../engine/order.js';
import type { Refusal } from '../../engine/refusal.js';
import type { State } from '../../engine/state.js';
import { type CommandCaller, toEngineActor } from '../caller.js';
import type { SqlStatement } from './columns.js';
import { type KeyedCall, type KeyedResult, formatResults } from './keyed-calls.js';
import { type WrittenBoard, toWrittenBoard } from './state-tables.js';
import type { WrittenPosition, JournalRow, WrittenOrder, WrittenStep, WrittenTrade } from './tables.js';

/** A command that the engine has executed. */
export type ExecutedCommand = Readonly<{
  seq: number;
  time: number;
  caller: CommandCaller;
  body: CommandBody;
  events: readonly EngineEvent[];
}>;

/** Further rows about commands in their transaction: both are written or neither. Must not fail. */
export type CommandRecord = (
  executed: readonly Pick<ExecutedCommand, 'seq' | 'time' | 'events'>[],
  state: State,
) => readonly SqlStatement[];

/** An event of the administration with its command. */
export type AdministrativeEvent = Readonly<{
  seq: number;
  time: number;
  event: Exclude<
    EngineEvent,
    {
      type:
        | `Order${string}`
        | `Action${string}`
        | 'Settled'
        | 'Traded'
        | 'PositionChanged'
        | 'MarketDataChanged'
        | `Command${string}`;
    }
  >;
}>;

/** The rows that the projection writes. */
export type LedgerRows = Readonly<{
  journal: readonly JournalRow[];
  orders: readonly WrittenOrder[];
  steps: readonly WrittenStep[];
  trades: readonly WrittenTrade[];
  positions: readonly WrittenPosition[];
  positionChanges: readonly WrittenPosition[];
  boards: readonly WrittenBoard[];
}>;

export type BatchRows = LedgerRows &
  Readonly<{
    administrative: readonly AdministrativeEvent[];
    keyed: readonly KeyedResult[];
    /** Statements of other modules in the transaction of the batch. */
    records: readonly SqlStatement[];
  }>;

type OrderOrigin = Readonly<{ actionId: number | null; fingerprint: number | null }>;
type RefusalColumns = Pick<JournalRow, 'actionId' | 'orderId' | 'refusalCode' | 'refusalDetail' | 'refusalFigures'>;

const NO_REFUSAL = { refusalCode: null, refusalDetail: null, refusalFigures: null };
const NOT_PLACED: OrderOrigin = { actionId: null, fingerprint: null };
const NOTHING: RefusalColumns = { actionId: null, orderId: null, ...NO_REFUSAL };

const toRefusalColumns = ({ code, detail, figures }: Refusal) => ({
  refusalCode: code,
  refusalDetail: detail,
  refusalFigures: figures === undefined ? null : JSON.stringify(figures),
});

export class BatchRowsBuilder {
  private readonly journal: JournalRow[] = [];
  private readonly steps: WrittenStep[] = [];
  private readonly trades: WrittenTrade[] = [];
  private readonly administrative: AdministrativeEvent[] = [];
  private readonly keyed: KeyedResult[] = [];
  private readonly records: SqlStatement[] = [];
  private readonly orders = new Map<number, OrderRow>();
  /** The orders that this batch places, with the action that does. */
  private readonly placed = new Map<number, OrderOrigin>();
  private readonly state: State;
  private readonly lastKnownOrder: number;
  private readonly positions = new Map<string, WrittenPosition>();
  private readonly positionChanges: WrittenPosition[] = [];
  private readonly boards = new Set<number>();

  /** Before the first command of the batch is applied. */
  constructor(private readonly engine: Engine) {
    this.state = engine.state;
    this.lastKnownOrder = engine.state.counters.order;
  }

  /**
   * Applies a command to the engine and enters its rows: when it arrives, and again whenever it is read from the journal.
   * `applied` is the command with what the engine does not remember.
   */
  execute({ seq, time, caller, body }: Omit<ExecutedCommand, 'events'>, applied = body): ExecutedCommand {
    const events = this.engine.apply({ ...applied, seq, time, actor: toEngineActor(caller) });
    const executed = { seq, time, caller, body, events };
    this.enter(executed);
    return executed;
  }

  enter(entry: ExecutedCommand): void {
    let outcome = NOTHING;
    for (const event of entry.events) outcome = this.take(entry, event) ?? outcome;
    const { seq, time, caller, body } = entry;
    const acctId = this.findAccount(body, outcome.orderId);
    this.journal.push({ seq, time, caller, body, ...outcome, acctId });
  }

  /** Keeps the result of a call under an `Idempotency-Key`; returns whether there is one. */
  keep(call: KeyedCall, entries: readonly ExecutedCommand[]): boolean {
    const text = formatResults(entries);
    if (text !== null) this.keyed.push({ ...call, text });
    return text !== null;
  }

  record(statements: readonly SqlStatement[]): void {
    this.records.push(...statements);
  }

  build(): BatchRows {
    const { journal, steps, trades, positionChanges, administrative, keyed, records } = this;
    const orders = [...this.orders].map(([id, order]) => {
      const { actionId, fingerprint } = this.placed.get(id) ?? NOT_PLACED;
      return { order, actionId, fingerprint };
    });
    return {
      journal,
      orders,
      steps,
      trades,
      positions: [...this.positions.values()],
      positionChanges,
      boards: [...this.boards].map((id) => toWrittenBoard(this.state, id)),
      administrative,
      keyed,
      records,
    };
  }

  /** Keeps the rows of an event and returns its part of the journal entry. */
  private take(entry: ExecutedCommand, event: EngineEvent): RefusalColumns | null {
    // eslint-disable-next-line @typescript-eslint/switch-exhaustiveness-check -- all others are of one of two shapes
    switch (event.type) {
      case 'ActionAccepted':
      case 'ActionRefused':
        return this.takeAction(event);
      case 'ActionReplayed':
        return { ...NOTHING, orderId: event.orderId };
      case 'CommandRefused':
        return { ...NOTHING, ...toRefusalColumns(event.refusal) };
      case 'Traded':
        this.trades.push({ seq: entry.seq, trade: event.trade });
        this.addStep(entry, 'OrderTraded', event.buy, event.trade.id);
        this.addStep(entry, 'OrderTraded', event.sell, event.trade.id);
        return null;
      case 'Settled':
        this.trades.push({ seq: entry.seq, trade: event.trade });
        return null;
      case 'PositionChanged':
        this.takePosition({ seq: entry.seq, position: event.position });
        return null;
      case 'MarketDataChanged':
        this.boards.add(event.instrumentId);
        return null;
      default:
        this.takeOther(entry, event);
        return null;
    }
  }

  private takePosition(written: WrittenPosition): void {
    this.positions.set(`${written.position.acctId} ${written.position.instrumentId}`, written);
    this.positionChanges.push(written);
  }

  private takeOther(
    entry: ExecutedCommand,
    event: EngineOrderEvent | AdministrativeEvent['event'] | Extract<EngineEvent, { pending: unknown }>,
  ): void {
    if ('pending' in event) return; // The state is written with every batch, and has it.
    if ('order' in event) this.addStep(entry, event.type, event.order, null);
    else this.administrative.push({ seq: entry.seq, time: entry.time, event });
  }

  private takeAction(event: Extract<EngineEvent, { type: 'ActionAccepted' | 'ActionRefused' }>): RefusalColumns {
    const { actionId, orderId, fingerprint } = event;
    // The first action that names a new order has placed it.
    if (orderId !== null && orderId > this.lastKnownOrder && !this.placed.has(orderId))
      this.placed.set(orderId, { actionId, fingerprint });
    const refusal = event.type === 'ActionRefused' ? event.refusal : null;
    return { actionId, orderId, ...(refusal === null ? NO_REFUSAL : toRefusalColumns(refusal)) };
  }

  private addStep(
    { seq, time }: ExecutedCommand,
    type: WrittenStep['type'],
    order: OrderRow,
    tradeId: number | null,
  ): void {
    this.steps.push({ seq, time, type, tradeId, order });
    this.orders.set(order.id, order);
  }

  private findAccount(body: CommandBody, orderId: number | null): number | null {
    if ('acctId' in body && body.acctId !== null) return body.acctId;
    return orderId === null
      ? null
      : (this.orders.get(orderId)?.acctId ?? this.state.orders.peek(orderId)?.account.id ?? null);
  }
}
