import { Injectable } from '@nestjs/common';
import type { Actor } from '../../access/actor.js';
import { AuditService } from '../../audit/audit.service.js';
import { AccountAccessService } from '../../accounts/account-access.service.js';
import { canViewAllAccounts } from '../../accounts/account-rights.js';
import type { OrderAction } from '../../engine/command.js';
import type { Refusal } from '../../engine/refusal.js';
import { toCommandCaller } from '../../exchange/caller.js';
import type { CommandResult } from '../../exchange/commit-loop.js';
import { ExchangeService } from '../../exchange/exchange.service.js';
import type { TradedInstruments } from '../../exchange/traded-instruments.js';
import type { CommandRecord } from '../../exchange/writing/batch-rows.js';
import {
  isReplayedAction,
  type OrderActionResult,
  toOrderActionResult,
  type ReplayedAction,
  type OrderActionPreview,
} from './order-action-result.js';
import { hasSymbols, resolveSymbols } from './instrument-symbols.js';
import { UNKNOWN_ACCOUNT_REJECTION, UNKNOWN_ORDER_REJECTION } from '../order-errors.js';
import { toOnBehalfNotes } from './on-behalf-audit.js';
import { type FindExpectedPosition, toCommands } from './order-commands.js';
import type { ParsedOrderActions } from './order-action-parser.js';
import { PastActionsService } from './past-actions.service.js';
import { settle, waitForAll } from './settled.js';

type ExecutedActions = Readonly<{
  actions: readonly OrderAction[];
  commandResults: readonly Pick<CommandResult, 'time' | 'events'>[];
}>;

/** Sends order actions to the exchange and converts the results. */
@Injectable()
export class OrderActionsService {
  constructor(
    private readonly exchange: ExchangeService,
    private readonly access: AccountAccessService,
    private readonly pastActions: PastActionsService,
    private readonly audit: AuditService,
  ) {}

  /** Resolves the symbols of actions before any of them is executed; at once if there are none. */
  resolveSymbols({ actions, isList }: ParsedOrderActions): readonly OrderAction[] | Promise<readonly OrderAction[]> {
    if (!hasSymbols(actions)) return actions;
    return this.exchange.loadInstruments().then((instruments) => resolveSymbols(actions, instruments, isList));
  }

  /**
   * Executes the actions in order in one transaction; each has its own result. A rejection is a result, not an error.
   * New orders that are only right for a position are executed only if it is still there, and all of them or none.
   */
  async submit(
    actor: Actor,
    actions: readonly OrderAction[],
    findExpected: FindExpectedPosition | null = null,
  ): Promise<readonly OrderActionResult[]> {
    const commandResults = await this.execute(actor, [actions], findExpected);
    return this.toResults(actor, { actions, commandResults }, await this.exchange.loadInstruments());
  }

  /**
   * Executes several requests in order in one transaction, each as `submit` would. The results of one request may fail
   * to be read without the others.
   */
  async submitAll(
    actor: Actor,
    requests: readonly (readonly OrderAction[])[],
  ): Promise<readonly PromiseSettledResult<readonly OrderActionResult[]>[]> {
    const executed = splitByRequest(requests, await this.execute(actor, requests));
    const instruments = await this.exchange.loadInstruments();
    return waitForAll(
      requests.map((actions, index) =>
        settle(() => this.toResults(actor, { actions, commandResults: executed[index] ?? [] }, instruments)),
      ),
    );
  }

  private execute(
    actor: Actor,
    requests: readonly (readonly OrderAction[])[],
    findExpected: FindExpectedPosition | null = null,
  ): Promise<readonly CommandResult[]> {
    const caller = toCommandCaller(actor);
    return this.exchange.executeAll(
      caller,
      requests.flatMap((actions) => toCommands(actions, caller, findExpected)),
      this.toAuditRecord(actor, requests),
    );
  }

  /** Previews the actions in order. Nothing is changed or stored. */
  async preview(actor: Actor, actions: readonly OrderAction[]): Promise<readonly OrderActionPreview[]> {
    const caller = toCommandCaller(actor);
    const previewed = await this.exchange.preview(caller, toCommands(actions, caller, null));
    const instruments = await this.exchange.loadInstruments();
    const results = await this.toResults(actor, { actions, commandResults: previewed }, instruments);
    return results.map((result, index) => ({ result, about: previewed[index]?.about ?? null }));
  }

  /** At once if all actions were accepted. */
  private toResults(
    actor: Actor,
    { actions, commandResults }: ExecutedActions,
    instruments: TradedInstruments,
  ): OrderActionResult[] | Promise<OrderActionResult[]> {
    const results = actions.map((action, index) => {
      const commandResult = commandResults[index];
      if (commandResult === undefined) throw new Error(`Nothing came of action ${index}.`);
      return toOrderActionResult(action, commandResult, (id) => instruments.getFacts(id));
    });
    return results.every(isAccepted) ? results : this.completeResults(actor, actions, results);
  }

  /**
   * For a copy, the result of the action that it repeats: from the tables, or earlier in the same list of a preview.
   */
  private async completeResults(
    actor: Actor,
    actions: readonly OrderAction[],
    read: readonly (OrderActionResult | ReplayedAction)[],
  ): Promise<OrderActionResult[]> {
    const results: OrderActionResult[] = [];
    for (const [index, first] of read.entries()) {
      const action = actions[index] as OrderAction;
      const result = isReplayedAction(first) ? await this.findReplayedResult(first, results) : first;
      results.push(
        result.rejection === null ? result : await this.maskForActor(actor, action, result, result.rejection),
      );
    }
    return results;
  }

  /** Actions on behalf of a customer are audited in the transaction of the actions, each request for itself. */
  private toAuditRecord(actor: Actor, requests: readonly (readonly OrderAction[])[]): CommandRecord | undefined {
    const { userId, actingUserId, clientId, role } = actor;
    if (userId === actingUserId && role !== 'Admin') return undefined;
    const record = this.audit.createRecorder();
    return (commandResults, state) => {
      const results = splitByRequest(requests, commandResults);
      return requests
        .flatMap((actions, index) => toOnBehalfNotes(actor, { actions, results: results[index] ?? [] }, state))
        .flatMap((note) => record({ actingUserId, clientId, ...note }) ?? []);
    };
  }

  private async findReplayedResult(
    replayedAction: ReplayedAction,
    earlierResults: readonly OrderActionResult[],
  ): Promise<OrderActionResult> {
    const earlier = earlierResults.find(({ actionId }) => actionId === replayedAction.actionId);
    return earlier === undefined ? this.pastActions.findResult(replayedAction) : { ...earlier, isReplayed: true };
  }

  /**
   * The engine knows only the right to trade; a caller who may not view an account or an order gets the response for an
   * unknown one.
   */
  private async maskForActor(
    actor: Actor,
    action: OrderAction,
    result: OrderActionResult,
    rejection: Refusal,
  ): Promise<OrderActionResult> {
    if (result.order !== null || canViewAllAccounts(actor)) return result;
    const masked = await this.maskRejection(actor, action, rejection);
    return masked === rejection ? result : { ...result, rejection: masked };
  }

  private async maskRejection(actor: Actor, action: OrderAction, rejection: Refusal): Promise<Refusal> {
    if (rejection.code === 'not_permitted' || rejection.code === 'account_disabled') {
      return 'acctId' in action && (await this.isForeignAccount(actor, action.acctId))
        ? UNKNOWN_ACCOUNT_REJECTION
        : rejection;
    }
    return rejection.code === 'order_not_open' &&
      'orderId' in action &&
      !(await this.mayTradeOrder(actor, action.orderId))
      ? UNKNOWN_ORDER_REJECTION
      : rejection;
  }

  private async isForeignAccount(actor: Actor, acctId: number | null): Promise<boolean> {
    return acctId !== null && !(await this.access.mayRead(actor, acctId));
  }

  /** A finished order that the engine has forgotten. An order named by its account is known to be permitted. */
  private async mayTradeOrder(actor: Actor, orderId: number | null): Promise<boolean> {
    if (orderId === null) return true;
    const acctId = await this.pastActions.findAccountId(orderId);
    return acctId !== null && this.access.mayTrade(actor, acctId);
  }
}

/** The results of all actions, as lists for the requests that the actions are of. */
function splitByRequest<Result>(
  requests: readonly (readonly OrderAction[])[],
  results: readonly Result[],
): readonly (readonly Result[])[] {
  let first = 0;
  return requests.map(({ length }) => results.slice(first, (first += length)));
}

const isAccepted = (result: OrderActionResult | ReplayedAction): result is OrderActionResult =>
  !isReplayedAction(result) && result.rejection === null;
