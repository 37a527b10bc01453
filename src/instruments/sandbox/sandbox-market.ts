import type { ProductGroupDefinition, ProductDefinition } from '../reference-definitions.js';
import {
  beforeThe10th,
  beforeThe25th,
  beforeThirdWednesday,
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
type Series = Readonly<{ months: readonly number[]; lastDay: LastTradingDay; count: number }>;

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

type Hours = Pick<ProductGroupDefinition, 'timezone' | 'sessionStartTimes' | 'sessionEndTimes'>;

/** Sunday 17:00 to Friday 16:00 with an hour's break per day. */
const chicago: Hours = {
  timezone: 'America/Chicago',
  sessionStartTimes: [1020, 2460, 3900, 5340, 6780],
  sessionEndTimes: [2400, 3840, 5280, 6720, 8160],
};
const createWeekdayHours = (timezone: string, opens: number, closes: number): Hours => ({
  timezone,
  sessionStartTimes: [1, 2, 3, 4, 5].map((day) => day * 1440 + opens),
  sessionEndTimes: [1, 2, 3, 4, 5].map((day) => day * 1440 + closes),
});
const newYork = createWeekdayHours('America/New_York', 570, 960);
const frankfurt = createWeekdayHours('Europe/Berlin', 540, 1050);
/** From 01:10 to 22:00. */
const eurex = createWeekdayHours('Europe/Berlin', 70, 1320);

type MarginTerms = Readonly<{ initial: string; maintenance: string; band: string }>;
type GroupIdentity = Readonly<{ symbol: string; name: string; exchange: string; currency: string }>;

function createGroupTerms(
  identity: GroupIdentity,
  hours: Hours,
  { initial, maintenance, band }: MarginTerms,
): SandboxGroup['terms'] {
  return {
    ...identity,
    ...hours,
    initialMargin: initial,
    maintenanceMargin: maintenance,
    priceBand: band,
    selfTradePolicy: 'CancelAggressor',
    selfTradeScope: 'owner',
  };
}

type TickTerms = Readonly<{ size: string; value: string; multiplier: string }>;

const commonTerms = { displayFactor: '1', allowNegativePrices: false, sessionStartTimes: [], sessionEndTimes: [] };

function createFuture(
  symbol: string,
  name: string,
  tick: TickTerms,
  details: Pick<ProductDefinition, 'settlementStyle'> & Partial<ProductDefinition>,
): ProductDefinition {
  return {
    ...commonTerms,
    symbol,
    name,
    instrumentType: 'Future',
    tickSize: tick.size,
    tickValue: tick.value,
    multiplier: tick.multiplier,
    maxOrderQuantity: 2000,
    ...details,
  };
}

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

const [cash, physical] = [{ settlementStyle: 'Cash' }, { settlementStyle: 'Physical' }] as const;
const createQuarterlySeries = (lastDay: LastTradingDay): Series => ({ months: QUARTERLY, lastDay, count: 4 });

const [isUsBusinessDay, isGermanBusinessDay] = [
  createBusinessDayCheck(newYorkShares),
  createBusinessDayCheck(frankfurtShares),
];

/**
 * A small world market of well-known products, with real ticks, hours and holidays. Prices and margins are invented.
 */
export const sandboxMarket: readonly SandboxGroup[] = [
  {
    terms: createGroupTerms(
      { symbol: 'CME-INDEX', name: 'US index futures', exchange: 'CME', currency: 'USD' },
      chicago,
      { initial: '24000', maintenance: '21800', band: '5' },
    ),
    holidays: chicagoFutures,
    isBusinessDay: isUsBusinessDay,
    products: [
      {
        terms: createFuture('ES', 'E-mini S&P 500', { size: '0.25', value: '12.5', multiplier: '50' }, cash),
        priceTicks: 26_849,
        carryTicks: 220,
        series: createQuarterlySeries(thirdFriday),
      },
      {
        terms: createFuture('NQ', 'E-mini Nasdaq-100', { size: '0.25', value: '5', multiplier: '20' }, cash),
        priceTicks: 98_602,
        carryTicks: 880,
        series: createQuarterlySeries(thirdFriday),
      },
    ],
  },
  {
    terms: createGroupTerms(
      { symbol: 'NYMEX-ENERGY', name: 'Energy futures', exchange: 'NYMEX', currency: 'USD' },
      chicago,
      { initial: '6500', maintenance: '5900', band: '10' },
    ),
    holidays: chicagoFutures,
    isBusinessDay: isUsBusinessDay,
    products: [
      {
        terms: createFuture(
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
        terms: createFuture(
          'NG',
          'Henry Hub natural gas',
          { size: '0.001', value: '10', multiplier: '10000' },
          physical,
        ),
        priceTicks: 4215,
        carryTicks: 36,
        series: { months: MONTHLY, lastDay: thirdLastDayOfPreviousMonth, count: 6 },
      },
    ],
  },
  {
    terms: createGroupTerms(
      { symbol: 'COMEX-METALS', name: 'Metal futures', exchange: 'COMEX', currency: 'USD' },
      chicago,
      { initial: '16500', maintenance: '15000', band: '8' },
    ),
    holidays: chicagoFutures,
    isBusinessDay: isUsBusinessDay,
    products: [
      {
        terms: createFuture('GC', 'Gold', { size: '0.1', value: '10', multiplier: '100' }, physical),
        priceTicks: 40_785,
        carryTicks: 270,
        series: { months: [2, 4, 6, 8, 10, 12], lastDay: thirdLastDay, count: 4 },
      },
      {
        terms: createFuture('SI', 'Silver', { size: '0.005', value: '25', multiplier: '5000' }, physical),
        priceTicks: 10_140,
        carryTicks: 95,
        series: { months: [3, 5, 7, 9, 12], lastDay: thirdLastDay, count: 3 },
      },
    ],
  },
  {
    terms: createGroupTerms(
      { symbol: 'CBOT-RATES', name: 'US interest rate futures', exchange: 'CBOT', currency: 'USD' },
      chicago,
      { initial: '4000', maintenance: '3600', band: '3' },
    ),
    holidays: chicagoFutures,
    isBusinessDay: isUsBusinessDay,
    products: [
      {
        terms: createFuture(
          'ZN',
          '10-year T-note',
          { size: '0.015625', value: '15.625', multiplier: '1000' },
          physical,
        ),
        priceTicks: 7233,
        carryTicks: -6,
        series: { ...createQuarterlySeries(seventhDayBeforeLast), count: 3 },
      },
      {
        terms: createFuture(
          'ZB',
          'US Treasury bond',
          { size: '0.03125', value: '31.25', multiplier: '1000' },
          physical,
        ),
        priceTicks: 3756,
        carryTicks: -9,
        series: { ...createQuarterlySeries(seventhDayBeforeLast), count: 3 },
      },
    ],
  },
  {
    terms: createGroupTerms({ symbol: 'CME-FX', name: 'Currency futures', exchange: 'CME', currency: 'USD' }, chicago, {
      initial: '3200',
      maintenance: '2900',
      band: '4',
    }),
    holidays: chicagoFutures,
    isBusinessDay: isUsBusinessDay,
    products: [
      {
        terms: createFuture('6E', 'Euro', { size: '0.00005', value: '6.25', multiplier: '125000' }, physical),
        priceTicks: 23_140,
        carryTicks: 95,
        series: createQuarterlySeries(beforeThirdWednesday),
      },
      {
        terms: createFuture(
          '6J',
          'Japanese yen',
          { size: '0.0000005', value: '6.25', multiplier: '12500000' },
          { ...physical, displayFactor: '1000000' },
        ),
        priceTicks: 12_870,
        carryTicks: 115,
        series: createQuarterlySeries(beforeThirdWednesday),
      },
    ],
  },
  {
    terms: createGroupTerms(
      { symbol: 'EUREX-INDEX', name: 'European index futures', exchange: 'EUREX', currency: 'EUR' },
      eurex,
      { initial: '42000', maintenance: '38000', band: '5' },
    ),
    holidays: frankfurtFutures,
    isBusinessDay: isGermanBusinessDay,
    products: [
      {
        terms: createFuture('FDAX', 'DAX', { size: '1', value: '25', multiplier: '25' }, cash),
        priceTicks: 24_310,
        carryTicks: 120,
        series: { ...createQuarterlySeries(thirdFriday), count: 3 },
      },
      {
        terms: createFuture('FESX', 'EURO STOXX 50', { size: '1', value: '10', multiplier: '10' }, cash),
        priceTicks: 5620,
        carryTicks: 22,
        series: { ...createQuarterlySeries(thirdFriday), count: 3 },
      },
    ],
  },
  {
    terms: createGroupTerms(
      { symbol: 'EUREX-RATES', name: 'German interest rate futures', exchange: 'EUREX', currency: 'EUR' },
      eurex,
      { initial: '2900', maintenance: '2600', band: '3' },
    ),
    holidays: frankfurtFutures,
    isBusinessDay: isGermanBusinessDay,
    products: [
      {
        terms: createFuture('FGBL', 'Euro-Bund', { size: '0.01', value: '10', multiplier: '1000' }, physical),
        priceTicks: 12_907,
        carryTicks: -38,
        series: { ...createQuarterlySeries(beforeThe10th), count: 3 },
      },
    ],
  },
  {
    terms: createGroupTerms({ symbol: 'US-SHARES', name: 'US shares', exchange: 'NYSE', currency: 'USD' }, newYork, {
      initial: '150',
      maintenance: '100',
      band: '10',
    }),
    holidays: newYorkShares,
    isBusinessDay: isUsBusinessDay,
    products: [
      createShare('AAPL', 'Apple', '0.01', 26_840),
      createShare('MSFT', 'Microsoft', '0.01', 49_175),
      createShare('JPM', 'JPMorgan Chase', '0.01', 30_390),
      createShare('KO', 'Coca-Cola', '0.01', 7105),
    ],
  },
  {
    terms: createGroupTerms(
      { symbol: 'XETRA-SHARES', name: 'German shares', exchange: 'XETRA', currency: 'EUR' },
      frankfurt,
      { initial: '120', maintenance: '80', band: '10' },
    ),
    holidays: frankfurtShares,
    isBusinessDay: isGermanBusinessDay,
    products: [
      createShare('SAP', 'SAP', '0.05', 4258),
      createShare('SIE', 'Siemens', '0.05', 4466),
      createShare('ALV', 'Allianz', '0.1', 3621),
    ],
  },
];
