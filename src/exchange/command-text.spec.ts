import fc, { type Arbitrary } from 'fast-check';
import type { CommandBody } from '../engine/command.js';
import { parseCommand, formatCommand, parseTerms, formatTerms } from './command-text.js';

const or = <Value>(arbitrary: Arbitrary<Value>): Arbitrary<Value | null> => fc.option(arbitrary, { nil: null });
const number = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const small = fc.integer({ min: 1, max: 1_000_000_000 });
const date = fc.constantFrom('2026-01-05', '2026-02-28', '2028-02-29');
const amount = fc.bigInt({ min: -(10n ** 39n), max: 10n ** 39n });
const price = fc.record({
  digits: fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }),
  decimals: fc.integer({ min: 0, max: 9 }),
});
/** Text of callers can contain anything. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom('12345678901234567890', '{"$bigint":"1"}', '__proto__', '"', '\\', '\u2028'),
);
const side = fc.constantFrom('Buy', 'Sell');
const life = fc.constantFrom('Day', 'GTC', 'GTD', 'IOC', 'FOK');
const earlier = fc.record({ actionId: number, orderId: number, fingerprint: number });

const submission = fc.record(
  {
    acctId: number,
    instrumentId: number,
    side,
    quantity: small,
    timeInForce: life,
    limitPrice: or(price),
    stopPrice: or(price),
    postOnly: fc.boolean(),
    expireDate: or(date),
    clientOrderId: or(text),
    tag: or(text),
    earlier,
  },
  {
    requiredKeys: [
      'acctId',
      'instrumentId',
      'side',
      'quantity',
      'timeInForce',
      'limitPrice',
      'stopPrice',
      'postOnly',
      'expireDate',
      'clientOrderId',
      'tag',
    ],
  },
);
const address = { orderId: or(number), acctId: or(number), clientOrderId: or(text) };
const limits = fc.record({
  maxOrderQuantity: or(small),
  maxPosition: or(small),
  maxProductContracts: or(small),
  maxDailyLoss: or(amount),
  buyingPowerPercent: or(small),
  maxWorkingOrders: or(small),
});
const group = fc.record({
  id: number,
  currency: fc.constantFrom('USD', 'EUR'),
  initialMargin: amount,
  maintenanceMargin: amount,
  priceBandBasisPoints: or(small),
  selfTradePolicy: fc.constantFrom('CancelAggressor', 'CancelBoth'),
});
const product = fc.record({
  id: number,
  productGroupId: number,
  scale: fc.integer({ min: 0, max: 9 }),
  tick: number,
  valuePerUnit: amount,
  maxOrderQuantity: or(small),
  allowNegativePrices: fc.boolean(),
});
const instrument = fc.record({ id: number, productId: number, expiration: or(date) });
const ofInstrument = fc.record({ instrumentId: number });
const ofSession = fc.record({ productId: number, sessionDate: date });

const payloads: Readonly<Record<string, Arbitrary<object>>> = {
  LimitOrderSub: submission,
  MarketOrderSub: submission,
  StopOrderSub: submission,
  StopLimitOrderSub: submission,
  OrderModification: fc.record({
    ...address,
    quantity: or(small),
    limitPrice: or(price),
    stopPrice: or(price),
    timeInForce: or(life),
    expireDate: or(date),
    expectedVersion: or(small),
  }),
  OrderCancellation: fc.oneof(
    fc.record(address),
    fc.record({ ...address, afterDisconnect: fc.constant(true as const) }),
  ),
  MassCancellation: fc.record({
    acctId: or(number),
    instrumentId: or(number),
    productGroupId: or(number),
    side: or(side),
  }),
  OpenAccount: fc.record({
    acctId: number,
    ownerId: small,
    name: text,
    currency: fc.constant('USD'),
    timeZone: fc.constant('Europe/Vienna'),
    limits,
  }),
  ChangeAccount: fc.record({ acctId: number, name: or(text), limits: or(limits) }),
  EnableAccount: fc.record({ acctId: number }),
  DisableAccount: fc.record({ acctId: number }),
  GrantAccount: fc.record({ acctId: number, userId: small, access: or(fc.constantFrom('Trade', 'Read')) }),
  StateMoney: fc.record({ acctId: number, asOf: date, cashBalance: amount, netLiq: amount }),
  StatePositions: fc.record({
    acctId: number,
    asOf: date,
    positions: fc.array(fc.record({ instrumentId: number, quantity: small, price }), { maxLength: 3 }),
  }),
  AcceptBreak: fc.record({ acctId: number, breakId: small }),
  DefineProductGroup: fc.record({ group }),
  DefineProduct: fc.record({ product }),
  DefineInstrument: fc.record({ instrument }),
  HaltInstrument: fc.oneof(ofInstrument, fc.record({ instrumentId: number, reason: text })),
  ResumeInstrument: ofInstrument,
  CloseInstrument: ofInstrument,
  ExpireInstrument: ofInstrument,
  SettleInstrument: fc.record({ instrumentId: number, price }),
  OpenSession: ofSession,
  CloseSession: ofSession,
};

describe('formatCommand and parseCommand', () => {
  it.each(Object.keys(payloads))('%s survives a round trip', (type) => {
    fc.assert(
      fc.property(payloads[type] as Arbitrary<object>, (payload) => {
        const command = { type, ...structuredClone(payload) } as CommandBody;
        const kept: unknown = JSON.parse(formatCommand(command));
        expect(kept).not.toHaveProperty('type');
        expect(parseCommand(command.type, kept)).toStrictEqual(command);
      }),
    );
  });

  it.each([
    ['group', group],
    ['product', product],
    ['instrument', instrument],
  ] as const)('the terms of a %s read back as they were written', (kind, made) => {
    fc.assert(
      fc.property(made as Arbitrary<object>, (terms) => {
        const kept: unknown = JSON.parse(formatTerms(terms as Parameters<typeof formatTerms>[0]));
        expect(parseTerms(kind, kept)).toStrictEqual(structuredClone(terms));
      }),
    );
  });
});
