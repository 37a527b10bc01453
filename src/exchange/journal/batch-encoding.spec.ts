import fc from 'fast-check';
import type { CommandBody } from '../../engine/command.js';
import { decodeBatch, encodeBatch, type EncodedCommand, JournalFormatError } from './batch-encoding.js';

const user = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const types: readonly CommandBody['type'][] = ['LimitOrderSub', 'OrderCancellation', 'ContinueCommand', 'CloseSession'];
const commands: fc.Arbitrary<EncodedCommand[]> = fc.array(
  fc.record({
    time: fc.integer({ min: 0, max: 8.64e15 }),
    caller: fc.record({
      userId: user,
      actingUserId: user,
      clientId: fc.option(fc.string({ unit: 'grapheme', maxLength: 255 })),
      isAdministrator: fc.boolean(),
    }),
    type: fc.constantFrom(...types),
    payload: fc.json({ stringUnit: 'grapheme' }),
  }),
  { maxLength: 30 },
);
const one: EncodedCommand = {
  time: 1,
  caller: { userId: 7, actingUserId: 1, clientId: 'key-ä', isAdministrator: true },
  type: 'OrderCancellation',
  payload: '{"orderId":12}',
};

describe('the encoding of a batch', () => {
  it('gives every command back, numbered from the first', () => {
    fc.assert(
      fc.property(commands, fc.integer({ min: 1, max: 2 ** 50 }), (given, first) => {
        expect(decodeBatch(first, encodeBatch(given))).toEqual(
          given.map((command, n) => ({ seq: first + n, ...command })),
        );
      }),
    );
  });

  it('is version 1 as documented, byte for byte', () => {
    expect(encodeBatch([one]).toString('latin1')).toBe(
      '\x01\x00\x00\x00\x01' +
        '?\xf0\x00\x00\x00\x00\x00\x00\x00\x00\x00\x07\x00\x00\x00\x01\x03\x00\x06key-\xc3\xa4' +
        '\x11OrderCancellation\x00\x00\x00\x0e{"orderId":12}',
    );
  });

  it('refuses a version that it does not know', () => {
    const body = encodeBatch([one]);
    body[0] = 2;
    expect(() => decodeBatch(1, body)).toThrow(new JournalFormatError('Version 2 of the journal is unknown.'));
  });

  it('refuses a batch that was cut anywhere, or has more bytes', () => {
    const body = encodeBatch([one, one]);
    for (let length = 0; length < body.length; length++)
      expect(() => decodeBatch(1, body.subarray(0, length))).toThrow(JournalFormatError);
    expect(() => decodeBatch(1, Buffer.concat([body, Buffer.of(0)]))).toThrow('goes on behind its last command');
  });
});
