import { DESK_PANELS, formatDeskPanels, parseDeskPanels } from './desk-panels.js';

describe('the panels of an instrument as a cookie', () => {
  it('come back as they were', () => {
    const panels = { order: 'ticket-book-market', shown: new Set(['book', 'ticket'] as const) } as const;
    expect(formatDeskPanels(panels)).toBe('ticket-book-market.book.ticket');
    expect(parseDeskPanels(formatDeskPanels(panels))).toEqual(panels);
  });

  it.each([null, '', 'nonsense', 'market-book-market.book'])('are all of them for %j', (text) => {
    const panels = parseDeskPanels(text);
    expect([panels.order, [...panels.shown]]).toEqual(['market-book-ticket', [...DESK_PANELS]]);
    expect(formatDeskPanels(panels)).toBeNull();
  });

  it('ignore unknown panels', () => {
    expect([...parseDeskPanels('market-book-ticket.news.chart').shown]).toEqual(['chart']);
  });
});
