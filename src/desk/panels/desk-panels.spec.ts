import { DESK_PANELS, formatDeskPanels, parseDeskPanels } from './desk-panels.js';

describe('the panels of an instrument as a cookie', () => {
  it('come back as they were', () => {
    const panels = {
      order: 'ticket-book-market',
      shown: new Set(['book', 'ticket'] as const),
      sizes: { book: 'large', ticket: 'medium', holdings: 'small' },
    } as const;
    expect(formatDeskPanels(panels)).toBe('ticket-book-market.book.ticket.book-large.holdings-small');
    expect(parseDeskPanels(formatDeskPanels(panels))).toEqual(panels);
  });

  it.each([null, '', 'nonsense', 'market-book-market.book'])('are all of them for %j', (text) => {
    const panels = parseDeskPanels(text);
    expect([panels.order, [...panels.shown]]).toEqual(['market-book-ticket', [...DESK_PANELS]]);
    expect(formatDeskPanels(panels)).toBeNull();
  });

  it('ignore unknown sizes', () => {
    expect(parseDeskPanels('market-book-ticket.chart.book-huge').sizes).toEqual({
      book: 'medium',
      ticket: 'medium',
      holdings: 'medium',
    });
  });

  it('ignore unknown panels', () => {
    expect([...parseDeskPanels('market-book-ticket.news.chart').shown]).toEqual(['chart']);
  });
});
