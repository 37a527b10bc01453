import fc from 'fast-check';
import { formatDecimal, isProduct, multiplyDecimal } from '../money/decimal.js';
import { validateProductGroup, type ProductGroupDefinition } from './reference-definitions.js';
import { sandboxMarket } from './sandbox/sandbox-market.js';
import { toVenueProductGroup, toVenueInstrument, toVenueProduct } from './venue-terms.js';

const group = {
  id: 7,
  currency: 'USD',
  initialMargin: '24000.5',
  maintenanceMargin: '21800',
  priceBand: '7.25',
  selfTradePolicy: 'CancelResting',
  selfTradeScope: 'account',
} as const;
const product = {
  id: 3,
  groupId: 7,
  tickSize: '0.25',
  multiplier: '50',
  maxOrderQuantity: 2500,
  allowNegativePrices: false,
  settlementStyle: 'Cash',
} as const;

describe('venue terms', () => {
  it('of a product group are in ten-thousandths and hundredths of a percent', () => {
    expect(toVenueProductGroup(group)).toEqual({
      id: 7,
      currency: 'USD',
      initialMargin: 240_005_000n,
      maintenanceMargin: 218_000_000n,
      priceBandBasisPoints: 725,
      selfTradePolicy: 'CancelResting',
      selfTradeScope: 'account',
    });
    expect(toVenueProductGroup({ ...group, priceBand: '0' }).priceBandBasisPoints).toBeNull();
    expect(toVenueProductGroup({ ...group, priceBand: '0.01' }).priceBandBasisPoints).toBe(1);
  });

  it('of a product are in units of its tick’s last decimal', () => {
    expect(toVenueProduct(product, null)).toEqual({
      id: 3,
      productGroupId: 7,
      scale: 2,
      tick: 25,
      valuePerUnit: 5_000n,
      maxOrderQuantity: 2500,
      allowNegativePrices: false,
      settlementStyle: 'Cash',
    });
  });

  it.each<[string, string, number | null, readonly [scale: number, tick: number, valuePerUnit: bigint] | null]>([
    ['1', '1', null, [0, 1, 10_000n]],
    ['5', '0.0001', null, [0, 5, 1n]],
    ['0.0000005', '12500000', null, [7, 5, 12_500n]],
    ['0.25', '50', 4, [4, 2_500, 50n]],
    ['0.25', '50', 1, [2, 25, 5_000n]],
    ['0.25', '50', 2, [2, 25, 5_000n]],
    ['1', '2.5', 0, [0, 1, 25_000n]],
    ['1', '0.00001', null, null],
    ['0.00001', '1', null, null],
    ['0.000000001', '99999', null, null],
    ['0.000000001', '100000', null, [9, 1, 1n]],
    ['0.25', '0.3', 5, null],
    ['999999999999999', '1', 2, null],
  ])('a tick of %s, a multiplier of %s and a scale of %s before: %j', (tickSize, multiplier, knownScale, expected) => {
    const terms = toVenueProduct({ ...product, tickSize, multiplier }, knownScale);
    expect(terms && [terms.scale, terms.tick, terms.valuePerUnit]).toEqual(expected);
  });

  it('make one tick worth exactly the tick value for every countable product', () => {
    const decimal = fc
      .tuple(fc.integer({ min: 1, max: 9_999_999 }), fc.integer({ min: 0, max: 6 }))
      .map(([units, scale]) => formatDecimal(units, scale));
    fc.assert(
      fc.property(decimal, decimal, fc.option(fc.integer({ min: 0, max: 9 })), (tickSize, multiplier, knownScale) => {
        const terms = toVenueProduct({ ...product, tickSize, multiplier }, knownScale);
        if (terms === null) return;
        expect(formatDecimal(terms.tick, terms.scale)).toBe(tickSize);
        expect(isProduct(tickSize, multiplier, formatDecimal(BigInt(terms.tick) * terms.valuePerUnit, 4))).toBe(true);
      }),
    );
  });

  it('exist for every sandbox product', () => {
    expect(sandboxMarket.length).toBeGreaterThan(3);
    for (const { terms, products } of sandboxMarket) {
      expect(toVenueProductGroup({ ...terms, id: 1 })).toMatchObject({ currency: terms.currency });
      for (const { terms: ofProduct } of products) {
        const counted = toVenueProduct({ ...ofProduct, id: 1, groupId: 1 }, null);
        expect([ofProduct.symbol, counted === null ? null : multiplyDecimal(ofProduct.tickSize, 1)]).toEqual([
          ofProduct.symbol,
          formatDecimal(counted?.tick ?? 0, counted?.scale ?? 0),
        ]);
      }
    }
  });

  it('ask a margin for every sandbox product that fits its worth', () => {
    const shares = sandboxMarket.flatMap(({ terms: { initialMargin }, products }) =>
      products.map(({ terms, priceTicks }) => ({
        ...{ symbol: terms.symbol, isFuture: terms.instrumentType === 'Future' },
        percent: (Number(initialMargin) / (priceTicks * Number(terms.tickValue))) * 100,
      })),
    );

    expect(shares.filter(({ isFuture, percent }) => percent < 1 || percent > (isFuture ? 25 : 90))).toEqual([]);
  });

  it('of an instrument include its product', () => {
    expect(toVenueInstrument({ id: 5, productId: 3, expiration: '2026-12-18', symbol: 'ESZ26' })).toEqual({
      id: 5,
      productId: 3,
      expiration: '2026-12-18',
      symbol: 'ESZ26',
    });
  });
});

describe('price band', () => {
  const whole: ProductGroupDefinition = {
    ...group,
    symbol: 'G',
    name: 'Group',
    exchange: 'X',
    timezone: 'UTC',
    sessionStartTimes: [0],
    sessionEndTimes: [600],
    sessionOverrides: [],
  };

  it.each([
    ['0', 0],
    ['0.01', 0],
    ['10000', 0],
    ['-1', 1],
    ['0.001', 1],
    ['7.255', 1],
    ['10000.01', 1],
  ])('of %s percent has %i faults', (priceBand, faults) => {
    expect(validateProductGroup({ ...whole, priceBand }).map(({ field }) => field)).toEqual(
      Array<string>(faults).fill('price_band'),
    );
  });
});
