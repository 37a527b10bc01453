/** A venue that is spoken to in the language of script.ts, and asked in a few words of the same kind. */
import type { EngineAccount } from '../../src/engine/account.js';
import { BOARD_SIDES } from '../../src/engine/board.js';
import type { BookSide } from '../../src/engine/book-side.js';
import type { Command } from '../../src/engine/command.js';
import { Engine } from '../../src/engine/engine.js';
import type { EngineEvent } from '../../src/engine/event.js';
import type { Instrument } from '../../src/engine/instrument.js';
import { computeLiveValues, findMark, VALUE_SCALE } from '../../src/engine/valuation.js';
import { MONEY_SCALE } from '../../src/money/amount.js';
import { formatDecimal } from '../../src/money/decimal.js';
import { NaiveVenue } from './naive-venue.js';
import { accountOf, FLOOR, instrumentOf, parse } from './script.js';
import { describeEvents } from './describe-events.js';

export class EngineFixture {
  readonly engine = new Engine();
  readonly naive = new NaiveVenue();
  readonly commands: Command[] = [];
  events: readonly EngineEvent[] = [];

  constructor(lines: readonly string[] = FLOOR) {
    for (const line of lines) this.say(line);
  }

  /** What the engine answers, in words; behind it what the naive venue answers. */
  say(line: string): { engine: string; naive: string } {
    const command = parse(line, this.commands.length + 1, this.firstPending);
    this.commands.push(command);
    this.events = this.engine.apply(command);
    return { engine: describeEvents(this.events), naive: this.naive.apply(command) };
  }

  /** The command that `continue` goes on with. */
  private get firstPending(): number {
    return Math.min(...this.engine.state.pending.keys(), Infinity);
  }

  ask(question: string): string {
    const [what = '', name = 'X', other = 'X'] = question.split(' ');
    switch (what) {
      case 'book':
        return [this.instrument(name).book.bids, this.instrument(name).book.asks]
          .map((side) => this.queue(side))
          .join(' | ');
      case 'board':
        return boardText(this.instrument(name));
      case 'order':
        return this.order(Number(name));
      case 'holds':
        return this.held(this.account(name), other);
      case 'worth':
        return worthText(this.account(name));
      default:
        return this.instrument(name).status;
    }
  }

  account(letter: string): EngineAccount {
    const account = this.engine.state.accounts.get(accountOf(letter));
    if (account === undefined) throw new Error(`There is no account ${letter}.`);
    return account;
  }

  instrument(name: string): Instrument {
    const instrument = this.engine.state.instruments.get(instrumentOf(name));
    if (instrument === undefined) throw new Error(`There is no instrument ${name}.`);
    return instrument;
  }

  private queue(side: BookSide): string {
    const orders = [...side.queue()].map((slot) => this.engine.state.orders.peekAt(slot));
    return (
      orders.map((order) => `#${order.origin.id} ${order.leaves}@${order.terms.limitPrice ?? ''}`).join(' ') || 'none'
    );
  }

  private order(id: number): string {
    const order = this.engine.state.orders.get(id);
    return order === undefined
      ? 'gone'
      : `${order.state} ${order.filledQuantity}/${order.terms.quantity} v${order.version} ${order.terms.timeInForce}`;
  }

  private held(account: EngineAccount, name: string): string {
    const holding = account.getHolding(this.instrument(name));
    const mark = findMark(holding);
    const value =
      mark === null ? 'unpriced' : `unrealized ${holding.computeUnrealized(mark)} by ${mark.source} ${mark.price}`;
    return `${holding.quantity} cost ${holding.cost} realized ${holding.realised} ${value}`;
  }
}

function boardText({ board }: Instrument): string {
  const items = BOARD_SIDES.map((side) => [side, board.findItem(side)] as const);
  return items
    .flatMap(([side, item]) =>
      item === null ? [] : [`${side} ${[item.price, item.quantity].filter((part) => part !== null).join('x')}`],
    )
    .join(', ');
}

function worthText(account: EngineAccount): string {
  const { netLiq, cashBalance, realised, unrealised, marginUsed, buyingPower, baseline, baselineMismatch, staleMarks } =
    computeLiveValues(account);
  const money = (value: bigint): string => formatDecimal(value, VALUE_SCALE - MONEY_SCALE);
  const parts = [
    `${money(netLiq)} cash ${money(cashBalance)} realized ${money(realised)} unrealized ${money(unrealised)} margin ${marginUsed}`,
  ];
  if (buyingPower !== null) parts.push(`power ${buyingPower}`);
  parts.push(`from ${baseline ?? 'nothing'}`);
  if (baselineMismatch) parts.push('mismatch');
  if (staleMarks.length > 0) parts.push(`stale ${staleMarks.join(' ')}`);
  return parts.join(' ');
}
