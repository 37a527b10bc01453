import type { ChangedInstrument, NewInstrument } from './instruments.dto.js';
import type { ChangedProductGroup, NewProductGroup, NewSessionCalendar } from './product-groups.dto.js';
import type { ChangedProduct, NewProduct } from './products.dto.js';
import type { InstrumentTerms, ProductGroupTerms, ProductTerms } from './reference-terms.js';

/** What a body says, in the room's own spelling. What it leaves out is left out here as well. */
type Said<Terms> = { [Field in keyof Terms]?: Terms[Field] | undefined };

/** A decimal has been read by its decorator and is text by now. */
const decimal = (value: number | string | undefined): string | undefined =>
  value === undefined ? undefined : String(value);

export function newGroupTerms({
  symbol,
  exchange,
  currency,
  timezone,
  session_calendar: calendar,
  ...body
}: NewProductGroup): ProductGroupTerms {
  const unsaid = { priceBand: '0', selfTradePolicy: 'CancelAggressor' as const, selfTradeScope: 'owner' as const };
  return {
    symbol,
    exchange,
    currency,
    timezone,
    ...unsaid,
    ...changedGroupTerms({ ...body, session_calendar: calendar }),
  } as ProductGroupTerms;
}

export function changedGroupTerms(body: ChangedProductGroup): Partial<ProductGroupTerms> {
  return given<ProductGroupTerms>({
    name: body.name,
    ...(body.session_calendar && hoursOf(body.session_calendar)),
    initialMargin: decimal(body.initial_margin),
    maintenanceMargin: decimal(body.maintenance_margin),
    priceBand: decimal(body.price_band),
    selfTradePolicy: body.self_trade_policy,
    selfTradeScope: body.self_trade_scope,
  });
}

function hoursOf({
  session_start_times: sessionStartTimes,
  session_end_times: sessionEndTimes,
  overrides = [],
}: NewSessionCalendar): Pick<ProductGroupTerms, 'sessionStartTimes' | 'sessionEndTimes' | 'sessionOverrides'> {
  return {
    sessionStartTimes,
    sessionEndTimes,
    sessionOverrides: overrides.map(({ date, name, end_time: endTime = null }) => ({ date, name, endTime })),
  };
}

export function newProductTerms({ symbol, instrument_type: instrumentType, ...body }: NewProduct): ProductTerms {
  const unsaid = { displayFactor: '1', allowNegativePrices: false, sessionStartTimes: [], sessionEndTimes: [] };
  return { symbol, instrumentType, ...unsaid, ...changedProductTerms(body) } as ProductTerms;
}

export function changedProductTerms(body: ChangedProduct): Partial<ProductTerms> {
  return given<ProductTerms>({
    name: body.name,
    displayFactor: decimal(body.display_factor),
    tickSize: decimal(body.tick_size),
    tickValue: decimal(body.tick_value),
    multiplier: decimal(body.multiplier),
    settlementStyle: body.settlement_style,
    maxOrderQuantity: body.max_order_quantity,
    allowNegativePrices: body.allow_negative_prices,
    sessionStartTimes: body.session_start_times,
    sessionEndTimes: body.session_end_times,
  });
}

export function newInstrumentTerms({ symbol, ...body }: NewInstrument): InstrumentTerms {
  return { symbol, expiration: null, status: 'Open', settlementPrice: null, ...changedInstrumentTerms(body) };
}

export function changedInstrumentTerms(body: ChangedInstrument): Partial<InstrumentTerms> {
  return given<InstrumentTerms>({
    expiration: body.expiration,
    status: body.status,
    settlementPrice: decimal(body.settlement_price),
  });
}

function given<Terms>(said: Said<Terms>): Partial<Terms> {
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)) as Partial<Terms>;
}
