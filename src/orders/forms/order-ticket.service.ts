import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../access/actor.js';
import { AccountsService } from '../../accounts/accounts.service.js';
import type { LiveAccount } from '../../accounts/live-account.js';
import type { Order } from '../../exchange/ledger/order.entity.js';
import type { OrderTimeline } from '../history/order-timeline.service.js';
import { OrdersService } from '../lists/orders.service.js';
import { type MarketPause, TradingRestrictionsService } from '../trading-restrictions.service.js';
import { InstrumentsService, type InstrumentDetails } from '../../instruments/instruments.service.js';

/** An open order with its instrument, and the reasons why it cannot be modified. */
export type ModifiableOrder = Pick<OrderTimeline, 'order' | 'pause' | 'restriction'> &
  Readonly<{ listed: InstrumentDetails }>;

/** What a ticket is opened for. */
type TicketRequest = Readonly<{
  acctId?: number | undefined;
  instrumentId?: number | undefined;
  search?: string | undefined;
  reference?: string | undefined;
}>;

/** The data for an order ticket. */
export type OrderTicket = Readonly<{
  accounts: readonly LiveAccount[];
  hasMoreAccounts: boolean;
  instrument: InstrumentDetails | null;
  choices: readonly InstrumentDetails[];
  hasMoreChoices: boolean;
  /** The requested account, if its currency differs from the instrument's. */
  currencyMismatch: LiveAccount | null;
  /** Accounts that the user can view but not trade: the requested one, or some if there is no other. */
  restrictedAccounts: readonly LiveAccount[];
  /** The instruments that take no orders now, with the reason. */
  pauses: ReadonlyMap<number, MarketPause>;
  /** The client order id, so that a ticket that is sent twice places one order. */
  reference: string;
}>;

/** The size of the list; with more accounts, the number is typed or searched. */
const ACCOUNTS_MAX = 100;
const CHOICES_MAX = 100;
/** A few accounts are enough to explain why none can be traded. */
const RESTRICTED_ACCOUNTS_MAX = 3;

/** Loads the data of the forms that place and modify an order. */
@Injectable()
export class OrderTicketService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly instruments: InstrumentsService,
    private readonly restrictions: TradingRestrictionsService,
    private readonly orders: OrdersService,
  ) {}

  async findModifiableOrder(actor: Actor, row: Order): Promise<ModifiableOrder> {
    const order = await this.orders.describe(row);
    return {
      order,
      listed: await this.instruments.get(actor, order.row.instrumentId),
      ...(await this.restrictions.findForOrder(actor, order.row)),
    };
  }

  async openTicket(
    actor: Actor,
    { acctId, instrumentId, search, reference = generateReference() }: TicketRequest,
  ): Promise<OrderTicket> {
    const foundInstruments =
      instrumentId === undefined
        ? await this.findInstruments(actor, search)
        : [await this.instruments.get(actor, instrumentId)];
    const instrument =
      instrumentId === undefined ? findExactMatch(foundInstruments, search) : (foundInstruments[0] ?? null);
    const { accounts, hasMore, restrictedAccounts } = await this.findTradableAccounts(actor, acctId);
    const requestedAccount = accounts.find(({ id }) => id === acctId) ?? null;
    const hasCurrency = ({ currency }: LiveAccount): boolean =>
      instrument === null || currency === instrument.group.currency;
    const currencyMismatch = requestedAccount === null || hasCurrency(requestedAccount) ? null : requestedAccount;
    const choices =
      requestedAccount === null
        ? foundInstruments
        : await this.findChoicesInCurrency(actor, requestedAccount.currency, search);
    const [fittingAccounts, shownChoices] = [accounts.filter(hasCurrency), choices.slice(0, CHOICES_MAX)];
    const pauses = await this.restrictions.findPauses(instrument === null ? shownChoices : [instrument]);
    const shownRestrictedAccounts = restrictedAccounts
      .filter(({ id }) => id === acctId || fittingAccounts.length === 0)
      .filter((one) => one.id === acctId || hasCurrency(one))
      .slice(0, RESTRICTED_ACCOUNTS_MAX);
    return {
      accounts: fittingAccounts,
      hasMoreAccounts: hasMore,
      instrument,
      choices: shownChoices,
      hasMoreChoices: choices.length > CHOICES_MAX,
      currencyMismatch,
      restrictedAccounts: shownRestrictedAccounts,
      pauses,
      reference,
    };
  }

  private findInstruments(
    actor: Actor,
    search: string | undefined,
    after: number | null = null,
  ): Promise<InstrumentDetails[]> {
    return this.instruments.list(actor, {
      size: CHOICES_MAX + 1,
      after,
      search,
      statuses: ['Open', 'Halted', 'Closed'],
    });
  }

  /** What an account can trade: as many as are shown, and one more to know that there are more. */
  private async findChoicesInCurrency(
    actor: Actor,
    currency: string,
    search: string | undefined,
  ): Promise<InstrumentDetails[]> {
    const choices: InstrumentDetails[] = [];
    for (let after: number | null = null; ;) {
      const foundInstruments = await this.findInstruments(actor, search, after);
      choices.push(...foundInstruments.filter(({ group }) => group.currency === currency));
      if (foundInstruments.length <= CHOICES_MAX || choices.length > CHOICES_MAX) return choices;
      after = foundInstruments.at(-1)?.instrument.id ?? null;
    }
  }

  /** Their own first; the one that was asked for among them, if they may trade it. */
  private async findTradableAccounts(
    actor: Actor,
    requestedId: number | undefined,
  ): Promise<Readonly<{ accounts: LiveAccount[]; restrictedAccounts: LiveAccount[]; hasMore: boolean }>> {
    const visibleAccounts = await this.accounts.list(actor, {
      size: ACCOUNTS_MAX + 1,
      after: null,
      ownerId: undefined,
    });
    const listed = visibleAccounts.slice(0, ACCOUNTS_MAX);
    const others =
      requestedId === undefined || listed.some(({ id }) => id === requestedId)
        ? []
        : (await this.accounts.list(actor, { size: 1, after: requestedId - 1, ownerId: undefined })).filter(
            (one) => one.id === requestedId,
          );
    const all = [...listed, ...others];
    const rankOwnership = ({ right }: LiveAccount): number => (right === 'Owner' ? 0 : 1);
    return {
      accounts: all.filter(mayTrade).sort((one, other) => rankOwnership(one) - rankOwnership(other)),
      restrictedAccounts: all.filter((one) => !mayTrade(one)),
      hasMore: visibleAccounts.length > ACCOUNTS_MAX,
    };
  }
}

/** The one with this symbol, or the only one that was found. */
function findExactMatch(
  foundInstruments: readonly InstrumentDetails[],
  search: string | undefined,
): InstrumentDetails | null {
  const [first, ...others] = foundInstruments;
  const only = search !== undefined && others.length === 0 ? first : undefined;
  return foundInstruments.find(({ instrument }) => instrument.symbol === search?.toUpperCase()) ?? only ?? null;
}

const mayTrade = ({ right, isEnabled }: LiveAccount): boolean => right !== 'Read' && isEnabled;

/** Nobody else gives an order of an account this name. */
const generateReference = (): string => `web-${randomBytes(8).toString('hex')}`;
