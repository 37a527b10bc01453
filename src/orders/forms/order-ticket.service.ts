import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../access/actor.js';
import { AccountsService } from '../../accounts/accounts.service.js';
import type { LiveAccount } from '../../accounts/live-account.js';
import type { Order } from '../../exchange/ledger/order.entity.js';
import type { OrderTimeline } from '../history/order-timeline.service.js';
import { OrdersService } from '../lists/orders.service.js';
import {
  type OtherAccount,
  type OtherAccounts,
  OtherAccountsService,
  type OwnAccounts,
} from './other-accounts.service.js';
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
  /** The requested account, if it is another user's that only the administrator role opens. */
  other: OtherAccount | null;
  /** The accounts of others that an administrator can request; null without an instrument, and for other users. */
  others: OtherAccounts | null;
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

/** The accounts of a ticket: those that can be traded, and those that can only be viewed. */
type TradableAccounts = Readonly<{ accounts: LiveAccount[]; restrictedAccounts: LiveAccount[]; hasMore: boolean }>;

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
    private readonly otherAccounts: OtherAccountsService,
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
    const { foundInstruments, instrument } = await this.findRequestedInstrument(actor, instrumentId, search);
    const own = await this.otherAccounts.findOwn(actor);
    const other = await this.otherAccounts.find(actor, acctId, own);
    const { accounts, hasMore, restrictedAccounts } =
      other === null ? await this.findTradableAccounts(actor, acctId, own) : toOnlyAccount(other);
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
    return {
      accounts: fittingAccounts,
      hasMoreAccounts: hasMore,
      other,
      others: await this.otherAccounts.list(actor, instrument?.group.currency, own),
      instrument,
      choices: shownChoices,
      hasMoreChoices: choices.length > CHOICES_MAX,
      currencyMismatch,
      restrictedAccounts: restrictedAccounts
        .filter(({ id }) => id === acctId || fittingAccounts.length === 0)
        .filter((one) => one.id === acctId || hasCurrency(one))
        .slice(0, RESTRICTED_ACCOUNTS_MAX),
      pauses,
      reference,
    };
  }

  /** The instrument of the ticket, or those to choose from. */
  private async findRequestedInstrument(
    actor: Actor,
    instrumentId: number | undefined,
    search: string | undefined,
  ): Promise<Readonly<{ foundInstruments: InstrumentDetails[]; instrument: InstrumentDetails | null }>> {
    if (instrumentId === undefined) {
      const foundInstruments = await this.findInstruments(actor, search);
      return { foundInstruments, instrument: findExactMatch(foundInstruments, search) };
    }
    const instrument = await this.instruments.get(actor, instrumentId);
    return { foundInstruments: [instrument], instrument };
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

  /** Their own first; the one that was asked for among them, if they may trade it. Of administrators those that they own or were granted: their role alone puts no account into a ticket. */
  private async findTradableAccounts(
    actor: Actor,
    requestedId: number | undefined,
    own: OwnAccounts | null,
  ): Promise<TradableAccounts> {
    const visibleAccounts = await this.accounts.list(actor, {
      size: ACCOUNTS_MAX + 1,
      after: null,
      isListed: own === null ? undefined : ({ id }) => own.has(id),
    });
    const listed = visibleAccounts.slice(0, ACCOUNTS_MAX);
    const requested =
      requestedId === undefined || listed.some(({ id }) => id === requestedId)
        ? null
        : await this.accounts.find(actor, requestedId);
    const all = [...listed, ...(requested === null ? [] : [requested])];
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

/** Another user's account that was asked for is alone, so that no order goes elsewhere by mistake. */
const toOnlyAccount = (other: LiveAccount): TradableAccounts => ({
  accounts: [other].filter(mayTrade),
  restrictedAccounts: [other].filter((one) => !mayTrade(one)),
  hasMore: false,
});

const mayTrade = ({ right, isEnabled }: LiveAccount): boolean => right !== 'Read' && isEnabled;

/** Nobody else gives an order of an account this name. */
const generateReference = (): string => `web-${randomBytes(8).toString('hex')}`;
