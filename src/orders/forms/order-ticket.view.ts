import type { AccountBar } from '../../accounts/account-rights.js';
import type { LiveAccount } from '../../accounts/live-account.js';
import type { InstrumentDetails } from '../../instruments/instruments.service.js';
import type { ChoicePrices } from './choice-prices.service.js';
import type { OrderTicket } from './order-ticket.service.js';
import type { OtherAccount } from './other-accounts.service.js';
import type { OrderTicketQuery } from './order-forms.dto.js';
import { type PauseView, toPauseView } from '../order.view.js';
import { findTicketType } from './order-ticket-types.js';

/** An account of the ticket. `owner` is the email of another user, whose account only the administrator role opens. */
export type TicketAccountView = Readonly<{ id: number; name: string; currency: string; owner?: string }>;

export type OtherAccountView = TicketAccountView & Readonly<{ owner: string }>;

/** The instrument of the ticket; decimals are text. `tick_value` is the value of one tick per contract. */
type TicketInstrumentView = Readonly<{
  id: number;
  symbol: string;
  product: string;
  currency: string;
  status: string;
  expiration: string | null;
  pause: PauseView | null;
  tick_size: string;
  tick_value: string;
  max_quantity: number;
}>;

/** A long list has no prices. */
type InstrumentChoiceView = TicketInstrumentView & Readonly<{ prices: ChoicePrices | null }>;

/** A form for placing an order: the account, the instrument, and the initial values of its fields. */
export type OrderTicketView = Readonly<{
  /** The requested account, if its currency differs from the instrument's. */
  misfit: TicketAccountView | null;
  /** Accounts that the user may view but not trade, if the ticket has to say so. */
  barred: readonly (TicketAccountView & Readonly<{ bar: AccountBar }>)[];
  /** Accounts that the user may trade in the currency of the instrument. */
  accounts: readonly TicketAccountView[];
  /** True if there are too many accounts for a list: the number is typed. */
  has_more_accounts: boolean;
  /** The account of another user that was chosen. */
  other: OtherAccountView | null;
  /** The accounts of other users that an administrator can choose; null for everybody else. */
  others: Readonly<{ accounts: readonly OtherAccountView[]; has_more: boolean }> | null;
  instrument: TicketInstrumentView | null;
  /** Instruments to choose from, until one is chosen. */
  choices: readonly InstrumentChoiceView[];
  has_more_choices: boolean;
  values: Readonly<Record<string, string>>;
  /** True if the ticket was sent without a session: no order was placed. */
  is_unsent: boolean;
}>;

export function toOrderTicketView(
  {
    accounts,
    hasMoreAccounts,
    other,
    others,
    instrument,
    choices,
    hasMoreChoices,
    currencyMismatch,
    restrictedAccounts,
    pauses,
    reference,
  }: OrderTicket,
  query: Partial<OrderTicketQuery>,
  choicePrices: ReadonlyMap<number, ChoicePrices> = new Map(),
): OrderTicketView {
  return {
    misfit: currencyMismatch && toTicketAccountView(currencyMismatch),
    barred: restrictedAccounts.map((one) => ({
      ...toTicketAccountView(one),
      bar: one.isEnabled ? 'Read' : 'Disabled',
    })),
    accounts: other === null ? accounts.map(toTicketAccountView) : accounts.map(() => toOtherAccountView(other)),
    has_more_accounts: hasMoreAccounts,
    other: other && toOtherAccountView(other),
    others: others && { accounts: others.accounts.map(toOtherAccountView), has_more: others.hasMore },
    instrument: instrument && toTicketInstrumentView(instrument, pauses),
    choices: choices.map((one) => ({
      ...toTicketInstrumentView(one, pauses),
      prices: choicePrices.get(one.instrument.id) ?? null,
    })),
    has_more_choices: hasMoreChoices,
    values: { client_order_id: reference, ...toFormValues(query) },
    is_unsent: query.unsent !== undefined,
  };
}

export const toOtherAccountView = ({ owner, ...account }: OtherAccount): OtherAccountView => ({
  ...toTicketAccountView(account),
  owner,
});

const toTicketAccountView = ({ id, name, currency }: LiveAccount): TicketAccountView => ({ id, name, currency });

function toTicketInstrumentView(
  { instrument, product, group }: InstrumentDetails,
  pauses: OrderTicket['pauses'],
): TicketInstrumentView {
  const pause = pauses.get(instrument.id) ?? null;
  return {
    id: instrument.id,
    symbol: instrument.symbol,
    product: product.name,
    currency: group.currency,
    status: pause?.status ?? 'Open',
    pause: pause && toPauseView(pause),
    expiration: instrument.expiration,
    tick_size: product.tickSize,
    tick_value: product.tickValue,
    max_quantity: product.maxOrderQuantity,
  };
}

/** An order type without a named price has all prices. */
function toFormValues(query: Partial<OrderTicketQuery>): Record<string, string> {
  const { price } = query;
  const prices =
    price === undefined
      ? {}
      : Object.fromEntries(findTicketType(query.action_type).prices.map((name) => [name, price]));
  const others = Object.entries(toTicketParameters(query)).filter(([name]) => name !== 'price' && name !== 'unsent');
  return { ...prices, ...Object.fromEntries(others) };
}

/** The entries of the ticket as a query string. */
export function toTicketParameters(query: Partial<OrderTicketQuery>): Record<string, string> {
  const entries = Object.entries(query) as [string, string | number | undefined][];
  return Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])));
}
