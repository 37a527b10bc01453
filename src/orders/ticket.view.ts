import type { AccountBar } from '../accounts/account-rights.js';
import type { LiveAccount } from '../accounts/live-account.js';
import type { ListedInstrument } from '../instruments/instruments.service.js';
import type { Ticket } from './ticket.service.js';
import type { OrderTicketQuestion } from './ticket.dto.js';
import { type PauseView, pauseView } from './pause.view.js';
import { ticketType } from './ticket-types.js';

/** What a ticket needs to know of an account. */
type TicketAccountView = Readonly<{ id: number; name: string; currency: string }>;

/** What a ticket needs to know of an instrument; decimals are texts. `tick_value` is what one tick is worth per contract. */
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

/** A form with which somebody gives an order: for whom, of what, and what stands in its fields before anybody has typed. */
export type OrderTicketView = Readonly<{
  /** The account that was asked for, where it cannot trade the instrument: it has another currency. */
  misfit: TicketAccountView | null;
  /** Accounts that the reader sees and cannot trade, where that has to be said. */
  barred: readonly (TicketAccountView & Readonly<{ bar: AccountBar }>)[];
  /** Those that the reader may trade, and that trade in the currency of the instrument. */
  accounts: readonly TicketAccountView[];
  /** There are more accounts than a list can hold: their number is typed. */
  has_more_accounts: boolean;
  instrument: TicketInstrumentView | null;
  /** Instruments to choose from, as long as none is chosen. */
  choices: readonly TicketInstrumentView[];
  has_more_choices: boolean;
  values: Readonly<Record<string, string>>;
  /** Its reader had filled it in and sent it when they were signed out: nothing was ordered then. */
  is_unsent: boolean;
}>;

export function ticketView(
  { accounts, hasMoreAccounts, instrument, choices, hasMoreChoices, misfit, barred, pauses, reference }: Ticket,
  asked: Partial<OrderTicketQuestion>,
): OrderTicketView {
  return {
    misfit: misfit && accountView(misfit),
    barred: barred.map((one) => ({ ...accountView(one), bar: one.isEnabled ? 'Read' : 'Disabled' })),
    accounts: accounts.map(accountView),
    has_more_accounts: hasMoreAccounts,
    instrument: instrument && instrumentView(instrument, pauses),
    choices: choices.map((one) => instrumentView(one, pauses)),
    has_more_choices: hasMoreChoices,
    values: { client_order_id: reference, ...valuesOf(asked) },
    is_unsent: asked.unsent !== undefined,
  };
}

const accountView = ({ id, name, currency }: LiveAccount): TicketAccountView => ({ id, name, currency });

function instrumentView(
  { instrument, product, group }: ListedInstrument,
  pauses: Ticket['pauses'],
): TicketInstrumentView {
  const pause = pauses.get(instrument.id) ?? null;
  return {
    id: instrument.id,
    symbol: instrument.symbol,
    product: product.name,
    currency: group.currency,
    status: pause?.status ?? 'Open',
    pause: pause && pauseView(pause),
    expiration: instrument.expiration,
    tick_size: product.tickSize,
    tick_value: product.tickValue,
    max_quantity: product.maxOrderQuantity,
  };
}

/** A price without a name is every price that the type of order has. */
function valuesOf(asked: Partial<OrderTicketQuestion>): Record<string, string> {
  const { price } = asked;
  const prices =
    price === undefined ? {} : Object.fromEntries(ticketType(asked.action_type).prices.map((name) => [name, price]));
  const others = Object.entries(askedOf(asked)).filter(([name]) => name !== 'price' && name !== 'unsent');
  return { ...prices, ...Object.fromEntries(others) };
}

/** What was asked, as it stands in an address. */
export function askedOf(asked: Partial<OrderTicketQuestion>): Record<string, string> {
  const entries = Object.entries(asked) as [string, string | number | undefined][];
  return Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])));
}
