import { Injectable } from '@nestjs/common';
import type { State } from '../../engine/state.js';
import { addEarlierTo, type CommandSource, type NamedOrders } from '../command-source.js';
import type { ClientOrderAddress } from '../store/exchange-store.js';
import { EarlierOrdersService } from './earlier-orders.service.js';

/** The commands of one generation of client order ids. */
const GENERATION_COMMANDS = 100_000;

/** Ids that are about to be forgotten. */
type AgedGeneration = Readonly<{ lastCommand: number }> & { isFindable: boolean; isEnding: boolean };

/** Tells when all requests that are in progress at some moment are done. */
export class RequestGenerations {
  private present = new Generation();
  private earlier: Promise<void> = Promise.resolve();

  /** A request begins. Call the returned function when it is done. */
  enter(): () => void {
    const generation = this.present;
    generation.size++;
    return () => {
      generation.leave();
    };
  }

  whenAllDone(): Promise<void> {
    const generation = this.present;
    this.present = new Generation();
    const { earlier } = this;
    return (this.earlier = earlier.then(() => generation.whenEmpty()));
  }
}

class Generation {
  size = 0;
  private onEmpty: (() => void) | null = null;

  leave(): void {
    if (--this.size === 0) this.onEmpty?.();
  }

  async whenEmpty(): Promise<void> {
    if (this.size > 0) await new Promise<void>((resolve) => (this.onEmpty = resolve));
  }
}

/**
 * Lets the engine forget client order ids whose orders are in the tables, so that memory does not grow with every order. A generation
 * is forgotten as a whole, once its ids are found in the tables and every request is done that began before that: it may
 * have been prepared when the engine still knew them, or when there was no such order yet.
 */
@Injectable()
export class ClientOrderMemoryService {
  generationCommands = GENERATION_COMMANDS;
  readonly requests = new RequestGenerations();
  private state: State | null = null;
  private generationBegan = 0;
  private aged: AgedGeneration | null = null;

  constructor(private readonly earlier: EarlierOrdersService) {}

  /** The engine was built again, and knows no ids. */
  begin(state: State): void {
    this.state = state;
    this.generationBegan = state.counters.command;
    this.aged = null;
    this.earlier.begin();
  }

  /** Stops what goes on in the background. */
  end(): Promise<void> {
    this.aged = null;
    return this.earlier.end();
  }

  /** A request begins. Call what it returns when it is done; null for a request that names no order. */
  enter(named: NamedOrders | null): (() => void) | null {
    return named === null ? null : this.requests.enter();
  }

  /** Of the orders that commands name, those that the engine may not know when it executes the command. Null if it knows them all. */
  listForgettable(named: NamedOrders | null, { accounts }: State): NamedOrders | null {
    if (named === null) return null;
    const isForgettable = ({ acctId, clientOrderId }: ClientOrderAddress): boolean =>
      accounts.get(acctId)?.clientOrders.isRecent(clientOrderId) === false;
    if (!named.some((one) => one !== null && isForgettable(one))) return null;
    return named.map((one) => (one !== null && isForgettable(one) ? one : null));
  }

  /** The commands with these orders, as far as the tables have them. Fails after `withinMs`. */
  async addEarlierOrders(
    commands: readonly CommandSource[],
    named: NamedOrders,
    withinMs: number,
  ): Promise<readonly CommandSource[]> {
    const orders = await Promise.all(
      named.map((one) => (one === null ? Promise.resolve(null) : this.earlier.find(one, withinMs))),
    );
    return commands.map((source, n) => {
      const earlier = orders[n] ?? null;
      return earlier === null ? source : addEarlierTo(source, earlier);
    });
  }

  /** Call after every batch, with the last command that the tables have. */
  afterBatch(lastInTables: number): void {
    const { aged, state } = this;
    if (state === null) return;
    if (aged === null) {
      if (state.counters.command - this.generationBegan >= this.generationCommands) this.age(state);
    } else if (aged.isFindable && !aged.isEnding && lastInTables >= aged.lastCommand) {
      aged.isEnding = true;
      void this.requests.whenAllDone().then(() => {
        if (this.aged === aged) this.forget(state);
      });
    }
  }

  private age(state: State): void {
    for (const { clientOrders } of state.accounts.values()) clientOrders.age();
    const aged = { lastCommand: state.counters.command, isFindable: false, isEnding: false };
    this.generationBegan = aged.lastCommand;
    this.aged = aged;
    void this.earlier.learn(listAged(state), () => this.aged === aged).then(() => (aged.isFindable = true));
  }

  private forget(state: State): void {
    for (const { clientOrders } of state.accounts.values()) clientOrders.forgetAged();
    this.aged = null;
  }
}

function* listAged({ accounts }: State): Generator<Readonly<{ acctId: number; clientOrderId: string }>> {
  for (const { id: acctId, clientOrders } of [...accounts.values()])
    for (const clientOrderId of clientOrders.listAged()) yield { acctId, clientOrderId };
}
