import fc from 'fast-check';
import type { CommandBody } from '../../engine/command.js';
import { formatCommand } from '../command-text.js';
import { decodeBatch, encodeBatch, JournalFormatError, type StoredCommand } from './batch-encoding.js';

type NewCommand = Omit<StoredCommand, 'seq'>;

const user = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const number = fc.integer({ min: 0, max: 2 ** 50 });
const text = fc.string({ unit: 'grapheme', maxLength: 64 });
const price = fc.record({ digits: fc.integer(), decimals: fc.integer({ min: 0, max: 9 }) });
const orNull = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> => fc.option(value);
const timeInForce = fc.constantFrom('Day', 'GTC', 'GTD', 'IOC', 'FOK');
const earlier = fc.record({ actionId: number, orderId: number, fingerprint: number });
const address = { orderId: orNull(number), acctId: orNull(number), clientOrderId: orNull(text), earlier };
const addressed = ['orderId', 'acctId', 'clientOrderId'] as const;

const submission = fc.record(
  {
    type: fc.constantFrom('LimitOrderSub', 'MarketOrderSub', 'StopOrderSub', 'StopLimitOrderSub'),
    acctId: number,
    instrumentId: number,
    side: fc.constantFrom('Buy', 'Sell'),
    quantity: number,
    timeInForce,
    limitPrice: orNull(price),
    stopPrice: orNull(price),
    postOnly: fc.boolean(),
    expireDate: orNull(text),
    clientOrderId: orNull(text),
    tag: orNull(text),
    symbol: text,
    earlier,
  },
  {
    requiredKeys: [
      ...(['type', 'acctId', 'instrumentId', 'side', 'quantity', 'timeInForce', 'limitPrice', 'stopPrice'] as const),
      ...(['postOnly', 'expireDate', 'clientOrderId', 'tag'] as const),
    ],
  },
);
const terms = ['quantity', 'limitPrice', 'stopPrice', 'timeInForce', 'expireDate', 'expectedVersion'] as const;
const modification = fc.record(
  {
    type: fc.constant('OrderModification'),
    ...address,
    quantity: orNull(number),
    limitPrice: orNull(price),
    stopPrice: orNull(price),
    timeInForce: orNull(timeInForce),
    expireDate: orNull(text),
    expectedVersion: orNull(number),
  },
  { requiredKeys: ['type', ...addressed, ...terms] },
);
const cancellation = fc.record(
  { type: fc.constant('OrderCancellation'), ...address },
  { requiredKeys: ['type', ...addressed] },
);
const massCancellation = fc.record(
  {
    type: fc.constant('MassCancellation'),
    acctId: orNull(number),
    instrumentId: orNull(number),
    productGroupId: orNull(number),
    side: orNull(fc.constantFrom('Buy', 'Sell')),
    portion: number,
    first: number,
    symbol: text,
  },
  { requiredKeys: ['type', 'acctId', 'instrumentId', 'productGroupId', 'side'] },
);
const other = fc.oneof(
  fc.record({ type: fc.constant('ContinueCommand'), commandSeq: number, portion: number }),
  fc.record({ type: fc.constant('StateMoney'), asOf: text, cashBalance: fc.bigInt(), netLiq: fc.bigInt() }),
  fc.record({ type: fc.constant('OpenAccount'), name: text, limits: fc.record({ maxDailyLoss: orNull(fc.bigInt()) }) }),
);

const commands = fc.array(
  fc.record({
    time: fc.integer({ min: 0, max: 8.64e15 }),
    caller: fc.record({
      userId: user,
      actingUserId: user,
      clientId: fc.option(fc.string({ unit: 'grapheme', maxLength: 255 })),
      isAdministrator: fc.boolean(),
    }),
    body: fc.oneof(submission, modification, cancellation, massCancellation, other),
  }),
  { maxLength: 30 },
) as fc.Arbitrary<NewCommand[]>;

const one: NewCommand = {
  time: 1,
  caller: { userId: 7, actingUserId: 1, clientId: 'key-ä', isAdministrator: true },
  body: { type: 'OrderCancellation', orderId: 12, acctId: null, clientOrderId: null },
};
const session = { type: 'CloseSession', productId: 3, sessionDate: '2026-11-26' } as CommandBody;
const TIME_AND_USERS = '?\xf0\x00\x00\x00\x00\x00\x00\x00\x00\x00\x07\x00\x00\x00\x01';

describe('the encoding of a batch', () => {
  it('gives every command back, numbered from the first', () => {
    fc.assert(
      fc.property(commands, number, (given, first) => {
        expect(decodeBatch({ first, body: encodeBatch(given) })).toEqual(
          given.map((command, n) => ({ seq: first + n, ...command })),
        );
      }),
    );
  });

  it('gives the same text for the table of commands', () => {
    fc.assert(
      fc.property(commands, (given) => {
        const decoded = decodeBatch({ first: 1, body: encodeBatch(given) });
        const parse = ({ body }: NewCommand): unknown => JSON.parse(formatCommand(body));
        expect(decoded.map(parse)).toEqual(given.map(parse));
      }),
    );
  });

  it('is version 2 as documented, byte for byte', () => {
    const byUser = { ...one, caller: { ...one.caller, clientId: null, isAdministrator: false }, body: session };
    expect(encodeBatch([one, byUser, one]).toString('latin1')).toBe(
      `\x02\x00\x01\x00\x06key-\xc3\xa4\x00\x00\x00\x03` +
        `${TIME_AND_USERS}\x03\x00\x00\x06\x00\x00\x00\x04[12]` +
        `${TIME_AND_USERS}\x00\x00\x0cCloseSession\x00\x00\x00\x2a{"productId":3,"sessionDate":"2026-11-26"}` +
        `${TIME_AND_USERS}\x03\x00\x00\x06\x00\x00\x00\x04[12]`,
    );
  });

  it('still reads version 1, byte for byte', () => {
    const body = Buffer.from(
      `\x01\x00\x00\x00\x02${TIME_AND_USERS}\x03\x00\x06key-\xc3\xa4\x11OrderCancellation\x00\x00\x00\x31` +
        `{"orderId":12,"acctId":null,"clientOrderId":null}${TIME_AND_USERS}\x00\x0cCloseSession\x00\x00\x00\x2a` +
        `{"productId":3,"sessionDate":"2026-11-26"}`,
      'latin1',
    );
    expect(decodeBatch({ first: 4, body })).toEqual([
      { seq: 4, ...one },
      { seq: 5, time: 1, caller: { ...one.caller, clientId: null, isAdministrator: false }, body: session },
    ]);
  });

  it.each([
    [0, 'Version 0 of the journal is unknown.'],
    [3, 'Version 3 of the journal is unknown.'],
  ])('refuses version %i', (version, message) => {
    const body = encodeBatch([one]);
    body[0] = version;
    expect(() => decodeBatch({ first: 1, body })).toThrow(new JournalFormatError(message));
  });

  it('refuses a batch that was cut anywhere, or has more bytes', () => {
    const body = encodeBatch([one, { ...one, body: session }]);
    for (let length = 0; length < body.length; length++)
      expect(() => decodeBatch({ first: 1, body: body.subarray(0, length) })).toThrow(JournalFormatError);
    expect(() => decodeBatch({ first: 1, body: Buffer.concat([body, Buffer.of(0)]) })).toThrow(
      'goes on behind its last command',
    );
  });

  it.each([
    ['a list that is too long', '\x06', '[1,2,3,4,5,6]', 'A command is no order action of the number 6.'],
    ['no list', '\x06', '{"orderId":1}', 'A command is no order action of the number 6.'],
    ['an unknown action', '\x08', '[1]', 'A command is no order action of the number 8.'],
    ['no JSON', '\x06', '[1', 'A command is no JSON.'],
  ])('refuses %s', (_, action, list, message) => {
    const body = Buffer.from(
      `\x02\x00\x00\x00\x00\x00\x01${TIME_AND_USERS}\x00${action}\x00\x00\x00${String.fromCharCode(list.length)}${list}`,
      'latin1',
    );
    expect(() => decodeBatch({ first: 1, body })).toThrow(JournalFormatError);
    expect(() => decodeBatch({ first: 1, body })).toThrow(message);
  });
});
