import type { SettlementStyle } from '../../engine/command.js';
import type { ProductGroupDefinition, ProductDefinition } from '../reference-definitions.js';
import {
  beforeThe10th,
  beforeThe25th,
  beforeThirdWednesday,
  type ContractSeries,
  type LastTradingDay,
  MONTHLY,
  QUARTERLY,
  seventhDayBeforeLast,
  thirdFriday,
  thirdLastDay,
  thirdLastDayOfPreviousMonth,
} from './contract-months.js';
import {
  createBusinessDayCheck,
  chicagoFutures,
  frankfurtFutures,
  frankfurtShares,
  type HolidayCalendar,
  type IsBusinessDay,
  newYorkShares,
} from './holidays.js';

/** The listed contracts of a product; a share is its only instrument. */
type Series = Omit<ContractSeries, 'symbol' | 'isBusinessDay'>;

/** A product, the price of its first contract in ticks, and the difference per later contract. */
export type SandboxProduct = Readonly<{
  terms: ProductDefinition;
  priceTicks: number;
  carryTicks: number;
  series: Series | null;
}>;

export type SandboxGroup = Readonly<{
  terms: Omit<ProductGroupDefinition, 'sessionOverrides'>;
  holidays: HolidayCalendar;
  isBusinessDay: IsBusinessDay;
  products: readonly SandboxProduct[];
}>;

/** The hours and days on which a place trades. */
type Venue = Pick<ProductGroupDefinition, 'timezone' | 'sessionStartTimes' | 'sessionEndTimes'> &
  Pick<SandboxGroup, 'holidays' | 'isBusinessDay'>;

const [isUsBusinessDay, isGermanBusinessDay] = [
  createBusinessDayCheck(newYorkShares),
  createBusinessDayCheck(frankfurtShares),
];

/** Sunday 17:00 to Friday 16:00 with an hour's break per day. */
const chicago: Venue = {
  timezone: 'America/Chicago',
  sessionStartTimes: [1020, 2460, 3900, 5340, 6780],
  sessionEndTimes: [2400, 3840, 5280, 6720, 8160],
  holidays: chicagoFutures,
  isBusinessDay: isUsBusinessDay,
};
const createWeekdayHours = (opens: number, closes: number) => ({
  sessionStartTimes: [1, 2, 3, 4, 5].map((day) => day * 1440 + opens),
  sessionEndTimes: [1, 2, 3, 4, 5].map((day) => day * 1440 + closes),
});
const newYork: Venue = {
  timezone: 'America/New_York',
  ...createWeekdayHours(570, 960),
  holidays: newYorkShares,
  isBusinessDay: isUsBusinessDay,
};
const german = { timezone: 'Europe/Berlin', isBusinessDay: isGermanBusinessDay };
const frankfurt: Venue = { ...german, ...createWeekdayHours(540, 1050), holidays: frankfurtShares };
/** From 01:10 to 22:00. */
const eurex: Venue = { ...german, ...createWeekdayHours(70, 1320), holidays: frankfurtFutures };

function createGroup(
  identity: Pick<ProductGroupDefinition, 'symbol' | 'name' | 'exchange' | 'currency'>,
  { holidays, isBusinessDay, ...hours }: Venue,
  margins: Pick<ProductGroupDefinition, 'initialMargin' | 'maintenanceMargin' | 'priceBand'>,
  products: readonly SandboxProduct[],
): SandboxGroup {
  const selfTrades = { selfTradePolicy: 'CancelAggressor', selfTradeScope: 'owner' } as const;
  return { terms: { ...identity, ...hours, ...margins, ...selfTrades }, holidays, isBusinessDay, products };
}

const commonTerms = { displayFactor: '1', allowNegativePrices: false, sessionStartTimes: [], sessionEndTimes: [] };

type FutureRow = readonly [
  symbol: string,
  name: string,
  tick: readonly [size: string, value: string, multiplier: string],
  prices: readonly [priceTicks: number, carryTicks: number],
  series: readonly [months: readonly number[], lastDay: LastTradingDay, count: number],
  details?: Partial<ProductDefinition>,
];

const listFutures = (settlementStyle: SettlementStyle, rows: readonly FutureRow[]): SandboxProduct[] =>
  rows.map(
    ([
      symbol,
      name,
      [tickSize, tickValue, multiplier],
      [priceTicks, carryTicks],
      [months, lastDay, count],
      details,
    ]) => {
      const identity = { symbol, name, instrumentType: 'Future', settlementStyle } as const;
      const terms = {
        ...commonTerms,
        ...identity,
        tickSize,
        tickValue,
        multiplier,
        maxOrderQuantity: 2000,
        ...details,
      };
      return { terms, priceTicks, carryTicks, series: { months, lastDay, count } };
    },
  );

function createShare(symbol: string, name: string, size: string, priceTicks: number): SandboxProduct {
  const terms: ProductDefinition = {
    ...commonTerms,
    symbol,
    name,
    instrumentType: 'Equity',
    tickSize: size,
    tickValue: size,
    multiplier: '1',
    settlementStyle: 'Physical',
    maxOrderQuantity: 100_000,
  };
  return { terms, priceTicks, carryTicks: 0, series: null };
}

/**
 * A small world market of well-known products, with real ticks, hours and holidays. Prices and margins are invented.
 */
export const sandboxMarket: readonly SandboxGroup[] = [
  createGroup(
    { symbol: 'CME-INDEX', name: 'US index futures', exchange: 'CME', currency: 'USD' },
    chicago,
    { initialMargin: '24000', maintenanceMargin: '21800', priceBand: '5' },
    listFutures('Cash', [
      ['ES', 'E-mini S&P 500', ['0.25', '12.5', '50'], [26_849, 220], [QUARTERLY, thirdFriday, 4]],
      ['NQ', 'E-mini Nasdaq-100', ['0.25', '5', '20'], [98_602, 880], [QUARTERLY, thirdFriday, 4]],
    ]),
  ),
  createGroup(
    { symbol: 'NYMEX-ENERGY', name: 'Energy futures', exchange: 'NYMEX', currency: 'USD' },
    chicago,
    { initialMargin: '6500', maintenanceMargin: '5900', priceBand: '10' },
    listFutures('Physical', [
      [
        'CL',
        'WTI crude oil',
        ['0.01', '10', '1000'],
        [5840, -12],
        [MONTHLY, beforeThe25th, 6],
        { allowNegativePrices: true },
      ],
      ['NG', 'Henry Hub natural gas', ['0.001', '10', '10000'], [4215, 36], [MONTHLY, thirdLastDayOfPreviousMonth, 6]],
    ]),
  ),
  createGroup(
    { symbol: 'COMEX-METALS', name: 'Metal futures', exchange: 'COMEX', currency: 'USD' },
    chicago,
    { initialMargin: '16500', maintenanceMargin: '15000', priceBand: '8' },
    listFutures('Physical', [
      ['GC', 'Gold', ['0.1', '10', '100'], [40_785, 270], [[2, 4, 6, 8, 10, 12], thirdLastDay, 4]],
      ['SI', 'Silver', ['0.005', '25', '5000'], [10_140, 95], [[3, 5, 7, 9, 12], thirdLastDay, 3]],
    ]),
  ),
  createGroup(
    { symbol: 'CBOT-RATES', name: 'US interest rate futures', exchange: 'CBOT', currency: 'USD' },
    chicago,
    { initialMargin: '4000', maintenanceMargin: '3600', priceBand: '3' },
    listFutures('Physical', [
      ['ZN', '10-year T-note', ['0.015625', '15.625', '1000'], [7233, -6], [QUARTERLY, seventhDayBeforeLast, 3]],
      ['ZB', 'US Treasury bond', ['0.03125', '31.25', '1000'], [3756, -9], [QUARTERLY, seventhDayBeforeLast, 3]],
    ]),
  ),
  createGroup(
    { symbol: 'CME-FX', name: 'Currency futures', exchange: 'CME', currency: 'USD' },
    chicago,
    { initialMargin: '3200', maintenanceMargin: '2900', priceBand: '4' },
    listFutures('Physical', [
      ['6E', 'Euro', ['0.00005', '6.25', '125000'], [23_140, 95], [QUARTERLY, beforeThirdWednesday, 4]],
      [
        '6J',
        'Japanese yen',
        ['0.0000005', '6.25', '12500000'],
        [12_870, 115],
        [QUARTERLY, beforeThirdWednesday, 4],
        { displayFactor: '1000000' },
      ],
    ]),
  ),
  createGroup(
    { symbol: 'EUREX-INDEX', name: 'German index futures', exchange: 'EUREX', currency: 'EUR' },
    eurex,
    { initialMargin: '42000', maintenanceMargin: '38000', priceBand: '5' },
    listFutures('Cash', [['FDAX', 'DAX', ['1', '25', '25'], [24_310, 120], [QUARTERLY, thirdFriday, 3]]]),
  ),
  createGroup(
    { symbol: 'EUREX-STOXX', name: 'European index futures', exchange: 'EUREX', currency: 'EUR' },
    eurex,
    { initialMargin: '3900', maintenanceMargin: '3500', priceBand: '5' },
    listFutures('Cash', [['FESX', 'EURO STOXX 50', ['1', '10', '10'], [5620, 22], [QUARTERLY, thirdFriday, 3]]]),
  ),
  createGroup(
    { symbol: 'EUREX-RATES', name: 'German interest rate futures', exchange: 'EUREX', currency: 'EUR' },
    eurex,
    { initialMargin: '2900', maintenanceMargin: '2600', priceBand: '3' },
    listFutures('Physical', [
      ['FGBL', 'Euro-Bund', ['0.01', '10', '1000'], [12_907, -38], [QUARTERLY, beforeThe10th, 3]],
    ]),
  ),
  createGroup(
    { symbol: 'US-SHARES', name: 'US shares', exchange: 'NYSE', currency: 'USD' },
    newYork,
    { initialMargin: '60', maintenanceMargin: '40', priceBand: '10' },
    [
      createShare('AAPL', 'Apple', '0.01', 26_840),
      createShare('MSFT', 'Microsoft', '0.01', 49_175),
      createShare('JPM', 'JPMorgan Chase', '0.01', 30_390),
      createShare('KO', 'Coca-Cola', '0.01', 7105),
    ],
  ),
  createGroup(
    { symbol: 'XETRA-SHARES', name: 'German shares', exchange: 'XETRA', currency: 'EUR' },
    frankfurt,
    { initialMargin: '120', maintenanceMargin: '80', priceBand: '10' },
    [
      createShare('SAP', 'SAP', '0.05', 4258),
      createShare('SIE', 'Siemens', '0.05', 4466),
      createShare('ALV', 'Allianz', '0.1', 3621),
    ],
  ),
];

const plans = new Map(
  sandboxMarket.flatMap((group) =>
    group.products.map((product) => [product.terms.symbol, { group, product }] as const),
  ),
);
const groupSymbols = new Set(sandboxMarket.map(({ terms }) => terms.symbol));

/**
 * What the sandbox lists a product as; undefined for one that a user has added. A sandbox of an earlier version may have
 * it in another group of the sandbox.
 */
export const findSandboxPlan = (
  groupSymbol: string,
  productSymbol: string,
): Readonly<{ group: SandboxGroup; product: SandboxProduct }> | undefined =>
  groupSymbols.has(groupSymbol) ? plans.get(productSymbol) : undefined;
