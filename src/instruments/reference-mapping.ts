import type { UpdateInstrumentDto, CreateInstrumentDto } from './instruments.dto.js';
import type { UpdateProductGroupDto, CreateProductGroupDto, SessionCalendarDto } from './groups/product-groups.dto.js';
import type { UpdateProductDto, CreateProductDto } from './products/products.dto.js';
import type { InstrumentDefinition, ProductGroupDefinition, ProductDefinition } from './reference-definitions.js';

/** Converts a body to this module's spelling. Omitted fields stay omitted. */
type OptionalFields<Terms> = { [Field in keyof Terms]?: Terms[Field] | undefined };

/** A decimal is text after its decorator. */
const toDecimalText = (value: number | string | undefined): string | undefined =>
  value === undefined ? undefined : String(value);

export function toProductGroupDefinition(body: CreateProductGroupDto): ProductGroupDefinition {
  const { symbol, exchange, currency, timezone } = body;
  const defaults = { priceBand: '0', selfTradePolicy: 'CancelAggressor' as const, selfTradeScope: 'owner' as const };
  const identity = { symbol, exchange, currency, timezone };
  return { ...identity, ...defaults, ...toProductGroupChanges(body) } as ProductGroupDefinition;
}

export function toProductGroupChanges(body: UpdateProductGroupDto): Partial<ProductGroupDefinition> {
  return omitUndefined<ProductGroupDefinition>({
    name: body.name,
    ...(body.session_calendar && toSessionHours(body.session_calendar)),
    initialMargin: toDecimalText(body.initial_margin),
    maintenanceMargin: toDecimalText(body.maintenance_margin),
    priceBand: toDecimalText(body.price_band),
    selfTradePolicy: body.self_trade_policy,
    selfTradeScope: body.self_trade_scope,
  });
}

function toSessionHours({
  session_start_times: sessionStartTimes,
  session_end_times: sessionEndTimes,
  overrides = [],
}: SessionCalendarDto): Pick<ProductGroupDefinition, 'sessionStartTimes' | 'sessionEndTimes' | 'sessionOverrides'> {
  return {
    sessionStartTimes,
    sessionEndTimes,
    sessionOverrides: overrides.map(({ date, name, end_time: endTime = null }) => ({ date, name, endTime })),
  };
}

export function toProductDefinition({
  symbol,
  instrument_type: instrumentType,
  ...body
}: CreateProductDto): ProductDefinition {
  const defaults = { displayFactor: '1', allowNegativePrices: false, sessionStartTimes: [], sessionEndTimes: [] };
  return { symbol, instrumentType, ...defaults, ...toProductChanges(body) } as ProductDefinition;
}

export function toProductChanges(body: UpdateProductDto): Partial<ProductDefinition> {
  return omitUndefined<ProductDefinition>({
    name: body.name,
    displayFactor: toDecimalText(body.display_factor),
    tickSize: toDecimalText(body.tick_size),
    tickValue: toDecimalText(body.tick_value),
    multiplier: toDecimalText(body.multiplier),
    settlementStyle: body.settlement_style,
    maxOrderQuantity: body.max_order_quantity,
    allowNegativePrices: body.allow_negative_prices,
    sessionStartTimes: body.session_start_times,
    sessionEndTimes: body.session_end_times,
  });
}

export function toInstrumentDefinition({ symbol, ...body }: CreateInstrumentDto): InstrumentDefinition {
  const defaults = { expiration: null, status: 'Open', statusReason: null, settlementPrice: null } as const;
  return { symbol, ...defaults, ...toInstrumentChanges(body) };
}

export function toInstrumentChanges(body: UpdateInstrumentDto): Partial<InstrumentDefinition> {
  return omitUndefined<InstrumentDefinition>({
    expiration: body.expiration,
    status: body.status,
    statusReason: body.status_reason,
    settlementPrice: toDecimalText(body.settlement_price),
  });
}

function omitUndefined<Terms>(fields: OptionalFields<Terms>): Partial<Terms> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Terms>;
}
