import { isMultiple } from '../money/decimal.js';
import { readTypedPrice } from '../money/typed-price.js';

export type TicketValues = Readonly<Record<string, string>>;

type FindField = (formValues: TicketValues, tick: string | null, detail: string) => string | null;

/** The venue names no field: it is the price that is not on the grid, or the only one. */
const findPriceField: FindField = (formValues, tick) => {
  const prices = ['limit_price', 'stop_price'].filter((name) => (formValues[name] ?? '') !== '');
  const isOff = (name: string): boolean => {
    if (tick === null) return false;
    const typed = readTypedPrice(formValues[name] ?? '', tick);
    return 'price' in typed && /^-?\d+(\.\d+)?$/.test(typed.price) && !isMultiple(typed.price, tick);
  };
  return prices.find(isOff) ?? prices[0] ?? null;
};

const useField =
  (name: string): FindField =>
  () =>
    name;

function findLastDayField(formValues: TicketValues, _tick: string | null, detail: string): string | null {
  return detail.includes('last day') && (formValues['expire_date'] ?? '') !== '' ? 'expire_date' : null;
}

/** How an order that a rule refuses can be mended: in which field, and by what. */
type TradingRule = Readonly<{
  findField?: FindField;
  /** Whether the order is refused for its account: where one press sends it, there is no field beside which that could stand. */
  isOfAccount?: true;
  /** What to do about it, behind what the venue says. */
  fix?: string;
  /** The same where the last day of the order is to blame. */
  lastDayFix?: string;
}>;

const rules: Readonly<Record<string, TradingRule>> = {
  price_off_tick: { findField: findPriceField },
  inconsistent_terms: { findField: findPriceField },
  price_out_of_band: { findField: findPriceField, fix: 'Choose a price closer to the market.' },
  quantity_invalid: { findField: useField('quantity'), fix: 'Enter the number of contracts or shares.' },
  order_size_limit: { findField: useField('quantity'), isOfAccount: true, fix: 'Send a smaller order.' },
  position_limit: {
    findField: useField('quantity'),
    isOfAccount: true,
    fix: 'Send a smaller order, or cancel others.',
  },
  product_limit: {
    findField: useField('quantity'),
    isOfAccount: true,
    fix: 'Send a smaller order, or cancel others of this product.',
  },
  insufficient_margin: {
    findField: useField('quantity'),
    isOfAccount: true,
    fix: 'Send a smaller order, cancel others, or use another account.',
  },
  unknown_account: { findField: useField('acct_id'), fix: 'Choose one of your accounts.' },
  account_disabled: {
    findField: useField('acct_id'),
    isOfAccount: true,
    fix: 'Use another account, or ask an administrator to enable it.',
  },
  not_permitted: { findField: useField('acct_id'), isOfAccount: true, fix: 'Use an account that you may trade.' },
  client_order_id_conflict: { findField: useField('client_order_id') },
  daily_limit: { fix: 'Until the next session, only orders that reduce the position are accepted.' },
  too_many_orders: { fix: 'Cancel one that you no longer need.' },
  market_closed: {
    findField: findLastDayField,
    fix: 'Send it when the market is open.',
    lastDayFix: 'Choose a later date.',
  },
  instrument_expired: {
    findField: findLastDayField,
    fix: 'Choose another instrument.',
    lastDayFix: 'Choose an earlier date.',
  },
  instrument_halted: { fix: 'Send it when trading resumes.' },
  unknown_instrument: { fix: 'Choose another instrument.' },
  order_not_open: { fix: 'It can no longer be modified or canceled.' },
};

type Refusal = Readonly<{ code: string; detail: string }>;

export const isRefusedForAccount = ({ code }: Refusal): boolean => rules[code]?.isOfAccount === true;

/** The field in which an order that was refused is mended; null where there is none. */
export const findFieldToFix = (
  { code, detail }: Refusal,
  formValues: TicketValues,
  tick: string | null,
): string | null => rules[code]?.findField?.(formValues, tick, detail) ?? null;

/** Nothing where nothing can be done about it. */
export function describeFix({ code, detail }: Refusal): string {
  const { fix = '', lastDayFix = '' } = rules[code] ?? {};
  return detail.includes('last day') ? lastDayFix : fix;
}
