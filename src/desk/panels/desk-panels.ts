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

/** What has a size of its own: the widths of two columns, and the height of position and working orders below the chart, which takes the rest. */
export const SIZED_PARTS = ['book', 'ticket', 'holdings'] as const;
export type SizedPart = (typeof SIZED_PARTS)[number];
export type PanelSize = 'small' | 'medium' | 'large';
type PanelSizes = Readonly<Record<SizedPart, PanelSize>>;

/** A ticket that is narrower would scroll in a window of 1280 × 800. */
export const PANEL_SIZES: Readonly<Record<SizedPart, readonly PanelSize[]>> = {
  book: ['small', 'medium', 'large'],
  ticket: ['medium', 'large'],
  holdings: ['small', 'medium', 'large'],
};

/** How a user has arranged them. */
export type DeskPanels = Readonly<{ order: ColumnOrder; shown: ReadonlySet<DeskPanel>; sizes: PanelSizes }>;

const DEFAULT_PANELS: DeskPanels = {
  order: COLUMN_ORDERS[0],
  shown: new Set(DESK_PANELS),
  sizes: { book: 'medium', ticket: 'medium', holdings: 'medium' },
};

/** As a cookie: the order, the panels that are shown, and sizes that are not medium. Anything else is the default. */
export function parseDeskPanels(text: string | null): DeskPanels {
  const [order = '', ...parts] = (text ?? '').split('.');
  const found = COLUMN_ORDERS.find((one) => one === order);
  if (found === undefined) return DEFAULT_PANELS;
  const findSize = (part: SizedPart): PanelSize =>
    PANEL_SIZES[part].find((size) => parts.includes(`${part}-${size}`)) ?? 'medium';
  return {
    order: found,
    shown: new Set(DESK_PANELS.filter((panel) => parts.includes(panel))),
    sizes: { book: findSize('book'), ticket: findSize('ticket'), holdings: findSize('holdings') },
  };
}

/** Null is the default. */
export function formatDeskPanels({ order, shown, sizes }: DeskPanels): string | null {
  const changed = SIZED_PARTS.filter((part) => sizes[part] !== 'medium').map((part) => `${part}-${sizes[part]}`);
  const text = [order, ...DESK_PANELS.filter((panel) => shown.has(panel)), ...changed].join('.');
  return text === [DEFAULT_PANELS.order, ...DESK_PANELS].join('.') ? null : text;
}
