import type { ProductGroupTerms, ProductTerms } from '../reference-terms.js';
import {
  beforeThe10th,
  beforeThe25th,
  beforeThirdWednesday,
  type LastDay,
  MONTHLY,
  QUARTERLY,
  seventhBeforeLast,
  thirdFriday,
  thirdLastOfMonth,
  thirdLastOfMonthBefore,
} from './contract-months.js';
import {
  businessDays,
  chicagoFutures,
  frankfurtFutures,
  frankfurtShares,
  type Holidays,
  type IsBusinessDay,
  newYorkShares,
} from './holidays.js';

/** Which contracts of a product are listed at a time; a share is its only instrument and has none. */
type Series = Readonly<{ months: readonly number[]; lastDay: LastDay; count: number }>;

/** A product, the price of its first contract in ticks, and by how many ticks each later one is dearer. */
export type SandboxProduct = Readonly<{
  terms: ProductTerms;
  priceTicks: number;
  carryTicks: number;
  series: Series | null;
}>;

export type SandboxGroup = Readonly<{
  terms: Omit<ProductGroupTerms, 'sessionOverrides'>;
  holidays: Holidays;
  works: IsBusinessDay;
  products: readonly SandboxProduct[];
}>;

type Hours = Pick<ProductGroupTerms, 'timezone' | 'sessionStartTimes' | 'sessionEndTimes'>;

/** Sunday 17:00 to Friday 16:00 with an hour's break a day. */
const chicago: Hours = {
  timezone: 'America/Chicago',
  sessionStartTimes: [1020, 2460, 3900, 5340, 6780],
  sessionEndTimes: [2400, 3840, 5280, 6720, 8160],
};
const weekdays = (timezone: string, opens: number, closes: number): Hours => ({
  timezone,
  sessionStartTimes: [1, 2, 3, 4, 5].map((day) => day * 1440 + opens),
  sessionEndTimes: [1, 2, 3, 4, 5].map((day) => day * 1440 + closes),
});
const newYork = weekdays('America/New_York', 570, 960);
const frankfurt = weekdays('Europe/Berlin', 540, 1050);
/** From ten past one in the night to ten in the evening. */
const eurex = weekdays('Europe/Berlin', 70, 1320);

type Costs = Readonly<{ initial: string; maintenance: string; band: string }>;
type Named = Readonly<{ symbol: string; name: string; exchange: string; currency: string }>;

function group(named: Named, hours: Hours, { initial, maintenance, band }: Costs): SandboxGroup['terms'] {
  return {
    ...named,
    ...hours,
    initialMargin: initial,
    maintenanceMargin: maintenance,
    priceBand: band,
    selfTradePolicy: 'CancelAggressor',
    selfTradeScope: 'owner',
  };
}

type Step = Readonly<{ size: string; value: string; multiplier: string }>;

const common = { displayFactor: '1', allowNegativePrices: false, sessionStartTimes: [], sessionEndTimes: [] };

function future(
  symbol: string,
  name: string,
  step: Step,
  more: Pick<ProductTerms, 'settlementStyle'> & Partial<ProductTerms>,
): ProductTerms {
  return {
    ...common,
    symbol,
    name,
    instrumentType: 'Future',
    tickSize: step.size,
    tickValue: step.value,
    multiplier: step.multiplier,
    maxOrderQuantity: 2000,
    ...more,
  };
}

function share(symbol: string, name: string, size: string, priceTicks: number): SandboxProduct {
  const terms: ProductTerms = {
    ...common,
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

const [cash, physical] = [{ settlementStyle: 'Cash' }, { settlementStyle: 'Physical' }] as const;
const quarterly = (lastDay: LastDay): Series => ({ months: QUARTERLY, lastDay, count: 4 });

const [american, german] = [businessDays(newYorkShares), businessDays(frankfurtShares)];

/** A small world market: what a newcomer would look for first, with the steps, hours and holidays that it really has. Prices and margins are made up. */
export const sandboxMarket: readonly SandboxGroup[] = [
  {
    terms: group({ symbol: 'CME-INDEX', name: 'US index futures', exchange: 'CME', currency: 'USD' }, chicago, {
      initial: '24000',
      maintenance: '21800',
      band: '5',
    }),
    holidays: chicagoFutures,
    works: american,
    products: [
      {
        terms: future('ES', 'E-mini S&P 500', { size: '0.25', value: '12.5', multiplier: '50' }, cash),
        priceTicks: 26_849,
        carryTicks: 220,
        series: quarterly(thirdFriday),
      },
      {
        terms: future('NQ', 'E-mini Nasdaq-100', { size: '0.25', value: '5', multiplier: '20' }, cash),
        priceTicks: 98_602,
        carryTicks: 880,
        series: quarterly(thirdFriday),
      },
    ],
  },
  {
    terms: group({ symbol: 'NYMEX-ENERGY', name: 'Energy futures', exchange: 'NYMEX', currency: 'USD' }, chicago, {
      initial: '6500',
      maintenance: '5900',
      band: '10',
    }),
    holidays: chicagoFutures,
    works: american,
    products: [
      {
        terms: future(
          'CL',
          'WTI crude oil',
          { size: '0.01', value: '10', multiplier: '1000' },
          { ...physical, allowNegativePrices: true },
        ),
        priceTicks: 5840,
        carryTicks: -12,
        series: { months: MONTHLY, lastDay: beforeThe25th, count: 6 },
      },
      {
        terms: future('NG', 'Henry Hub natural gas', { size: '0.001', value: '10', multiplier: '10000' }, physical),
        priceTicks: 4215,
        carryTicks: 36,
        series: { months: MONTHLY, lastDay: thirdLastOfMonthBefore, count: 6 },
      },
    ],
  },
  {
    terms: group({ symbol: 'COMEX-METALS', name: 'Metal futures', exchange: 'COMEX', currency: 'USD' }, chicago, {
      initial: '16500',
      maintenance: '15000',
      band: '8',
    }),
    holidays: chicagoFutures,
    works: american,
    products: [
      {
        terms: future('GC', 'Gold', { size: '0.1', value: '10', multiplier: '100' }, physical),
        priceTicks: 40_785,
        carryTicks: 270,
        series: { months: [2, 4, 6, 8, 10, 12], lastDay: thirdLastOfMonth, count: 4 },
      },
      {
        terms: future('SI', 'Silver', { size: '0.005', value: '25', multiplier: '5000' }, physical),
        priceTicks: 10_140,
        carryTicks: 95,
        series: { months: [3, 5, 7, 9, 12], lastDay: thirdLastOfMonth, count: 3 },
      },
    ],
  },
  {
    terms: group(
      { symbol: 'CBOT-RATES', name: 'US interest rate futures', exchange: 'CBOT', currency: 'USD' },
      chicago,
      { initial: '4000', maintenance: '3600', band: '3' },
    ),
    holidays: chicagoFutures,
    works: american,
    products: [
      {
        terms: future('ZN', '10-year T-note', { size: '0.015625', value: '15.625', multiplier: '1000' }, physical),
        priceTicks: 7233,
        carryTicks: -6,
        series: { ...quarterly(seventhBeforeLast), count: 3 },
      },
      {
        terms: future('ZB', 'US Treasury bond', { size: '0.03125', value: '31.25', multiplier: '1000' }, physical),
        priceTicks: 3756,
        carryTicks: -9,
        series: { ...quarterly(seventhBeforeLast), count: 3 },
      },
    ],
  },
  {
    terms: group({ symbol: 'CME-FX', name: 'Currency futures', exchange: 'CME', currency: 'USD' }, chicago, {
      initial: '3200',
      maintenance: '2900',
      band: '4',
    }),
    holidays: chicagoFutures,
    works: american,
    products: [
      {
        terms: future('6E', 'Euro', { size: '0.00005', value: '6.25', multiplier: '125000' }, physical),
        priceTicks: 23_140,
        carryTicks: 95,
        series: quarterly(beforeThirdWednesday),
      },
      {
        terms: future(
          '6J',
          'Japanese yen',
          { size: '0.0000005', value: '6.25', multiplier: '12500000' },
          { ...physical, displayFactor: '1000000' },
        ),
        priceTicks: 12_870,
        carryTicks: 115,
        series: quarterly(beforeThirdWednesday),
      },
    ],
  },
  {
    terms: group({ symbol: 'EUREX-INDEX', name: 'European index futures', exchange: 'EUREX', currency: 'EUR' }, eurex, {
      initial: '42000',
      maintenance: '38000',
      band: '5',
    }),
    holidays: frankfurtFutures,
    works: german,
    products: [
      {
        terms: future('FDAX', 'DAX', { size: '1', value: '25', multiplier: '25' }, cash),
        priceTicks: 24_310,
        carryTicks: 120,
        series: { ...quarterly(thirdFriday), count: 3 },
      },
      {
        terms: future('FESX', 'EURO STOXX 50', { size: '1', value: '10', multiplier: '10' }, cash),
        priceTicks: 5620,
        carryTicks: 22,
        series: { ...quarterly(thirdFriday), count: 3 },
      },
    ],
  },
  {
    terms: group(
      { symbol: 'EUREX-RATES', name: 'German interest rate futures', exchange: 'EUREX', currency: 'EUR' },
      eurex,
      { initial: '2900', maintenance: '2600', band: '3' },
    ),
    holidays: frankfurtFutures,
    works: german,
    products: [
      {
        terms: future('FGBL', 'Euro-Bund', { size: '0.01', value: '10', multiplier: '1000' }, physical),
        priceTicks: 12_907,
        carryTicks: -38,
        series: { ...quarterly(beforeThe10th), count: 3 },
      },
    ],
  },
  {
    terms: group({ symbol: 'US-SHARES', name: 'US shares', exchange: 'NYSE', currency: 'USD' }, newYork, {
      initial: '150',
      maintenance: '100',
      band: '10',
    }),
    holidays: newYorkShares,
    works: american,
    products: [
      share('AAPL', 'Apple', '0.01', 26_840),
      share('MSFT', 'Microsoft', '0.01', 49_175),
      share('JPM', 'JPMorgan Chase', '0.01', 30_390),
      share('KO', 'Coca-Cola', '0.01', 7105),
    ],
  },
  {
    terms: group({ symbol: 'XETRA-SHARES', name: 'German shares', exchange: 'XETRA', currency: 'EUR' }, frankfurt, {
      initial: '120',
      maintenance: '80',
      band: '10',
    }),
    holidays: frankfurtShares,
    works: german,
    products: [
      share('SAP', 'SAP', '0.05', 4258),
      share('SIE', 'Siemens', '0.05', 4466),
      share('ALV', 'Allianz', '0.1', 3621),
    ],
  },
];
