import fc from 'fast-check';
import { idFrom, isCalendarDate, isId } from './wire-values.js';

describe('ids', () => {
  it.each(['1', '42', '9007199254740991'])('%s is one', (text) => {
    expect(idFrom(text)).toBe(Number(text));
  });

  it.each(['', '0', '-1', '+1', '01', ' 1', '1 ', '1e3', '1.0', '0x1', '9007199254740992', '99999999999999999', 'Infinity', '１', 7, null, ['1']])(
    '%j is none',
    (text) => {
      expect(idFrom(text)).toBeNull();
    },
  );

  it('read back what String writes', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (id) => idFrom(String(id)) === id && isId(id)));
  });

  it.each([0, -1, 1.5, NaN, Infinity, 2 ** 53, '1', null])('%p is not an id in a body', (value) => {
    expect(isId(value)).toBe(false);
  });
});

describe('dates', () => {
  it.each(['2026-01-31', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])('%s is one', (text) => {
    expect(isCalendarDate(text)).toBe(true);
  });

  it.each(['2026-02-30', '2026-2-3', '2025-02-29', '1900-02-29', '2026-13-01', '2026-00-10', '2026-01-00', '2026-04-31', '0000-01-01'])('%s is none', (text) => {
    expect(isCalendarDate(text)).toBe(false);
  });

  it.each(['2026-01-01T00:00:00Z', 'infinity', '-infinity', 'today', '20260101', ' 2026-01-01', '2026-01-01\n', '+002026-01-01', '２０２６-01-01', '', 20260101, null])(
    '%j is none',
    (text) => {
      expect(isCalendarDate(text)).toBe(false);
    },
  );

  it('agree with the calendar of the platform', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }), (date) =>
        isCalendarDate(date.toISOString().slice(0, 10)),
      ),
    );
  });
});
