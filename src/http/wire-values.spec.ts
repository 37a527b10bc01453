import fc from 'fast-check';
import { parseId, isCalendarDate, isId, parseTimestamp } from './wire-values.js';

describe('isId and parseId', () => {
  it.each(['1', '42', '9007199254740991'])('%s is valid', (text) => {
    expect(parseId(text)).toBe(Number(text));
  });

  it.each([
    '',
    '0',
    '-1',
    '+1',
    '01',
    ' 1',
    '1 ',
    '1e3',
    '1.0',
    '0x1',
    '9007199254740992',
    '99999999999999999',
    'Infinity',
    '１',
    7,
    null,
    ['1'],
  ])('%j is none', (text) => {
    expect(parseId(text)).toBeNull();
  });

  it('read the output of String', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (id) => parseId(String(id)) === id && isId(id)),
    );
  });

  it.each([0, -1, 1.5, NaN, Infinity, 2 ** 53, '1', null])('%p is invalid in a body', (value) => {
    expect(isId(value)).toBe(false);
  });
});

describe('isCalendarDate', () => {
  it.each(['2026-01-31', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])('%s is valid', (text) => {
    expect(isCalendarDate(text)).toBe(true);
  });

  it.each([
    '2026-02-30',
    '2026-2-3',
    '2025-02-29',
    '1900-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-04-31',
    '0000-01-01',
  ])('%s is none', (text) => {
    expect(isCalendarDate(text)).toBe(false);
  });

  it.each([
    '2026-01-01T00:00:00Z',
    'infinity',
    '-infinity',
    'today',
    '20260101',
    ' 2026-01-01',
    '2026-01-01\n',
    '+002026-01-01',
    '２０２６-01-01',
    '',
    20260101,
    null,
  ])('%j is none', (text) => {
    expect(isCalendarDate(text)).toBe(false);
  });

  it('agrees with Date', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }), (date) =>
        isCalendarDate(date.toISOString().slice(0, 10)),
      ),
    );
  });
});

describe('parseTimestamp', () => {
  it.each([
    ['2026-01-30T15:04:05Z', '2026-01-30T15:04:05.000Z'],
    ['2026-01-30T15:04:05.120+01:00', '2026-01-30T14:04:05.120Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
    ['9999-12-31T23:59:59+01:00', '9999-12-31T22:59:59.000Z'],
  ])('%s is one', (text, utc) => {
    expect(new Date(parseTimestamp(text) ?? NaN).toISOString()).toBe(utc);
  });

  it.each([
    '2026-01-30',
    '2026-01-30T15:04Z',
    '2026-01-30T15:04:05',
    '2026-01-30 15:04:05Z',
    '2026-02-30T00:00:00Z',
    '2026-01-30T24:00:00Z',
    '2026-01-30T25:00:00Z',
    '2026-01-30T15:60:00Z',
    '9999-12-31T23:59:59-00:01',
    '9999-12-31T23:59:59.999-23:59',
    '0001-01-01T00:00:00+00:01',
    '0001-01-01T00:00:00+23:59',
    '2026-01-30T15:04:05+24:00',
    'now',
    'infinity',
    '',
    7,
    null,
    undefined,
  ])('%j is none', (value) => {
    expect(parseTimestamp(value)).toBeNull();
  });
});
