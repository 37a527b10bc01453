/** The closed list of reasons for which an order action is refused. Their texts for callers stand in docs/errors.md. */
export type OrderRefusalCode =
  | 'account_disabled'
  | 'not_permitted'
  | 'market_closed'
  | 'instrument_halted'
  | 'instrument_expired'
  | 'price_off_tick'
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
  | 'command_not_pending';

/** The detail is a sentence for the caller. */
export type Refusal = Readonly<{ code: OrderRefusalCode | AdministrationRefusalCode; detail: string }>;

export const refuse = (code: Refusal['code'], detail: string): Refusal => ({ code, detail });
