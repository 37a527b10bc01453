/** The panels of an instrument's page. */
export const DESK_PANELS = ['chart', 'holdings', 'book', 'trades', 'ticket'] as const;
export type DeskPanel = (typeof DESK_PANELS)[number];

export type DeskColumn = 'market' | 'book' | 'ticket';

/** The columns from left to right: the market with chart and holdings, the book with the last trades, and the ticket. */
export const COLUMN_ORDERS = [
  'market-book-ticket',
  'market-ticket-book',
  'book-market-ticket',
  'book-ticket-market',
  'ticket-market-book',
  'ticket-book-market',
] as const;
export type ColumnOrder = (typeof COLUMN_ORDERS)[number];

/** How a user has arranged them. */
export type DeskPanels = Readonly<{ order: ColumnOrder; shown: ReadonlySet<DeskPanel> }>;

const DEFAULT_PANELS: DeskPanels = { order: COLUMN_ORDERS[0], shown: new Set(DESK_PANELS) };

/** As a cookie: the order, and the panels that are shown. Anything else is the default. */
export function parseDeskPanels(text: string | null): DeskPanels {
  const [order = '', ...shown] = (text ?? '').split('.');
  const found = COLUMN_ORDERS.find((one) => one === order);
  return found === undefined
    ? DEFAULT_PANELS
    : { order: found, shown: new Set(DESK_PANELS.filter((panel) => shown.includes(panel))) };
}

/** Null is the default. */
export function formatDeskPanels({ order, shown }: DeskPanels): string | null {
  const text = [order, ...DESK_PANELS.filter((panel) => shown.has(panel))].join('.');
  return text === [DEFAULT_PANELS.order, ...DESK_PANELS].join('.') ? null : text;
}
