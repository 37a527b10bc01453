import { FIFTH_RULES, THIRD_RULES } from './rules.js';

/** The closed list of reasons for which an order action is refused. Their texts for callers stand in docs/errors.md. */
export type OrderRefusalCode =
  | 'account_disabled'
  | 'not_permitted'
  | 'market_closed'
  | 'instrument_halted'
  | 'instrument_expired'
  | 'price_off_tick'
  | 'inconsistent_terms'
  | 'price_out_of_band'
  | 'post_only_would_take'
  | 'quantity_invalid'
  | 'order_size_limit'
  | 'position_limit'
  | 'product_limit'
  | 'daily_limit'
  | 'insufficient_margin'
  | 'too_many_orders'
  | 'client_order_id_conflict'
  | 'order_not_open'
  | 'version_conflict'
  | 'unknown_order'
  | 'unknown_instrument'
  | 'unknown_account';

/** Reasons that only the administration of the venue can meet. */
type AdministrationRefusalCode =
  | 'unknown_product'
  | 'unknown_product_group'
  | 'account_exists'
  | 'definition_invalid'
  | 'definition_in_use'
  | 'session_out_of_turn'
  | 'rules_out_of_turn'
  | 'duplicate_instrument'
  | 'command_not_pending'
  | 'break_not_open';

/** `required` is what the action needs beyond `used`; `available` is what is left of the buying power for it. Money as decimal texts. */
type MarginFigures = Readonly<{
  required: string;
  available: string;
  used: string;
  buyingPower: string;
  currency: string;
}>;
/** A limit of money has a currency. */
type LimitFigures = Readonly<{ limit: string; wouldBe: string; currency?: string }>;
/** The nearest prices that the order may have: below and above, or one where the other would be refused as well. */
type TickFigures = Readonly<{ tick: string; nearest: readonly string[] }>;
type BandFigures = Readonly<{ low: string; high: string; reference: string }>;
/** The order that has the client order id. */
type ConflictFigures = Readonly<{ orderId: string }>;

/** The numbers behind a refusal, as they were when it was decided: decimal texts, because the journal keeps them and callers get them. */
export type RefusalFigures = MarginFigures | LimitFigures | TickFigures | BandFigures | ConflictFigures;

/** The detail is a sentence for the caller. */
export type Refusal = Readonly<{
  code: OrderRefusalCode | AdministrationRefusalCode;
  detail: string;
  figures?: RefusalFigures;
}>;

export const refuse = (code: Refusal['code'], detail: string, figures?: RefusalFigures): Refusal =>
  figures === undefined ? { code, detail } : { code, detail, figures };

export const removeFigures = ({ code, detail }: Refusal): Refusal => ({ code, detail });

/** The refusal in the form that the rules in force give it. */
export function adaptRefusal(refusal: Refusal, state: Readonly<{ followsRules: (rules: number) => boolean }>): Refusal {
  if (state.followsRules(FIFTH_RULES)) return refusal;
  const { code, detail } = refusal;
  if (code === 'inconsistent_terms') return refuse('price_off_tick', detail);
  const hasFigures = code !== 'client_order_id_conflict' && state.followsRules(THIRD_RULES);
  return hasFigures ? refusal : removeFigures(refusal);
}
