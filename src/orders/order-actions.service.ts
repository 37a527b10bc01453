import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { AuditService } from '../audit/audit.service.js';
import { AccountAccess } from '../accounts/account-access.service.js';
import { seesEverything } from '../accounts/account-rights.js';
import type { OrderAction, OrderModification } from '../engine/command.js';
import type { Refusal } from '../engine/refusal.js';
import type { State } from '../engine/state.js';
import { type Caller, callerOf } from '../exchange/caller.js';
import type { Carried, Given } from '../exchange/commit-loop.js';
import { ExchangeService } from '../exchange/exchange.service.js';
import type { CommandRecord } from '../exchange/writing/batch-rows.js';
import { isReplay, type Outcome, outcomeOf, type Replay } from './action-outcome.js';
import { withInstruments } from './named-instruments.js';
import { DateWithoutUse, UNKNOWN_ACCOUNT, UNKNOWN_ORDER } from './order-refusals.js';
import { onBehalfNotes } from './on-behalf.js';
import type { OrderActions } from './order-action-from-wire.js';
import { PastActions } from './past-actions.service.js';
import type { Preview } from './preview.js';

/** Order actions on their way to the exchange, and what came of them on their way back. */
@Injectable()
export class OrderActionsService {
  constructor(
    private readonly exchange: ExchangeService,
    private readonly access: AccountAccess,
    private readonly past: PastActions,
    private readonly audit: AuditService,
  ) {}

  /** What the symbols of actions mean, before any of them is carried out. */
  async named({ actions, isList }: OrderActions): Promise<readonly OrderAction[]> {
    return withInstruments(actions, await this.exchange.tradedInstruments(), isList);
  }

  /** In their order and in one transaction; each has an outcome of its own. What the rules refuse is one, and no error. */
  async carryOut(actor: Actor, actions: readonly OrderAction[]): Promise<readonly Outcome[]> {
    const caller = callerOf(actor);
    const carried = await this.exchange.carryOutAll(caller, givenBy(actions, caller), this.recordOf(actor, actions));
    return this.outcomesOf(actor, actions, carried);
  }

  /** What would come of them now, one after another. Nothing is changed or kept. */
  async preview(actor: Actor, actions: readonly OrderAction[]): Promise<readonly Preview[]> {
    const caller = callerOf(actor);
    const previewed = await this.exchange.preview(caller, givenBy(actions, caller));
    const outcomes = await this.outcomesOf(actor, actions, previewed);
    return outcomes.map((outcome, at) => ({ outcome, about: previewed[at]?.about ?? null }));
  }

  /** Of a copy, what came of the action that it repeats: that one is in the tables, or before it in the same list of a preview. */
  private async outcomesOf(
    actor: Actor,
    actions: readonly OrderAction[],
    carried: readonly Pick<Carried, 'time' | 'events'>[],
  ): Promise<Outcome[]> {
    const instruments = await this.exchange.tradedInstruments();
    const outcomes: Outcome[] = [];
    for (const [at, action] of actions.entries()) {
      const told = carried[at];
      if (told === undefined) throw new Error(`Nothing came of action ${at}.`);
      const found = outcomeOf(action, told, (id) => instruments.of(id));
      outcomes.push(await this.asSeenBy(actor, action, isReplay(found) ? await this.repeated(found, outcomes) : found));
    }
    return outcomes;
  }

  /** What is done on behalf of a customer stands in the audit log if it is done at all: the entry is written in the transaction of the actions. */
  private recordOf(actor: Actor, actions: readonly OrderAction[]): CommandRecord | undefined {
    const { userId, actingUserId, clientId, role } = actor;
    if (userId === actingUserId && role !== 'Admin') return undefined;
    const record = this.audit.recorder();
    return (carried, state) =>
      onBehalfNotes(actor, { actions, carried }, state).flatMap(
        (note) => record({ actingUserId, clientId, ...note }) ?? [],
      );
  }

  private async repeated(replay: Replay, before: readonly Outcome[]): Promise<Outcome> {
    const earlier = before.find(({ actionId }) => actionId === replay.actionId);
    return earlier === undefined ? this.past.outcomeOf(replay) : { ...earlier, isReplayed: true };
  }

  /** The engine knows rights to trade and no others; whoever does not even see an account or an order is told what they would be told if it were not there. */
  private async asSeenBy(actor: Actor, action: OrderAction, outcome: Outcome): Promise<Outcome> {
    if (outcome.refusal === null || outcome.order !== null || seesEverything(actor)) return outcome;
    const refusal = await this.refusalSeenBy(actor, action, outcome.refusal);
    return refusal === outcome.refusal ? outcome : { ...outcome, refusal };
  }

  private async refusalSeenBy(actor: Actor, action: OrderAction, refusal: Refusal): Promise<Refusal> {
    if (refusal.code === 'not_permitted' || refusal.code === 'account_disabled') {
      return 'acctId' in action && (await this.isForeign(actor, action.acctId)) ? UNKNOWN_ACCOUNT : refusal;
    }
    return refusal.code === 'order_not_open' && 'orderId' in action && !(await this.mayTouch(actor, action.orderId))
      ? UNKNOWN_ORDER
      : refusal;
  }

  private async isForeign(actor: Actor, acctId: number | null): Promise<boolean> {
    return acctId !== null && !(await this.access.mayRead(actor, acctId));
  }

  /** An order that the engine has forgotten, because it is finished. One that was named by its account is known to be touchable. */
  private async mayTouch(actor: Actor, orderId: number | null): Promise<boolean> {
    if (orderId === null) return true;
    const acctId = await this.past.accountOf(orderId);
    return acctId !== null && this.access.mayTrade(actor, acctId);
  }
}

const givenBy = (actions: readonly OrderAction[], caller: Caller): Given[] =>
  actions.map((action) => (needsALook(action) ? withUse(action, caller) : action));

const needsALook = (action: OrderAction): action is OrderModification =>
  action.type === 'OrderModification' && action.expireDate !== null && action.timeInForce === null;

/** A new date for an order that has none would change nothing, and nobody would know. */
function withUse(action: OrderModification, caller: Caller): (state: State) => OrderModification {
  return (state) => {
    const { orderId, acctId, clientOrderId } = action;
    const named =
      acctId === null || clientOrderId === null
        ? undefined
        : state.accounts.get(acctId)?.clientOrders.get(clientOrderId)?.orderId;
    const order = state.orders.get(orderId ?? named ?? 0);
    if (order && order.account.mayBeTradedBy(caller) && order.terms.timeInForce !== 'GTD') throw new DateWithoutUse();
    return action;
  };
}
