import { parseAccountIds, parseEventTypes, toTimeBefore } from './webhook-pages.dto.js';

describe('webhook form lists', () => {
  it('accept any separator; an empty field means all', () => {
    expect([
      parseEventTypes(' fill\r\norder.accepted, fill '),
      parseEventTypes(' \r\n'),
      parseAccountIds('7\r\n8 9,7'),
      parseAccountIds(''),
    ]).toEqual([['fill', 'order.accepted'], null, [7, 8, 9], null]);
  });

  it('reject unknown event types and accounts', () => {
    const pointerOf = (read: () => unknown): unknown => {
      try {
        return read();
      } catch (error) {
        return (error as { issues: readonly { pointer: string }[] }).issues[0]?.pointer;
      }
    };

    expect([
      pointerOf(() => parseEventTypes('fill\nfills')),
      pointerOf(() => parseAccountIds('7\n-1')),
      pointerOf(() => parseAccountIds('9007199254740993')),
    ]).toEqual(['/event_types', '/acct_ids', '/acct_ids']);
    expect(pointerOf(() => parseAccountIds(Array.from({ length: 1001 }, (_, n) => n + 1).join(' ')))).toBe('/acct_ids');
  });

  it('go back as far as chosen', () => {
    const now = Date.parse('2026-01-30T15:00:00Z');

    expect((['hour', 'day', 'week', 'all'] as const).map((span) => toTimeBefore(now, span).toISOString())).toEqual([
      '2026-01-30T14:00:00.000Z',
      '2026-01-29T15:00:00.000Z',
      '2026-01-23T15:00:00.000Z',
      '1970-01-01T00:00:00.000Z',
    ]);
  });
});
