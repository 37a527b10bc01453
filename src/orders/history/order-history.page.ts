import { html } from '../../pages/html.js';
import type { PageContent, PageContext } from '../../pages/page.js';
import { describeOnBehalf } from '../on-behalf-text.page.js';
import type { OrderHistoryEventView, OrderHistoryPageView } from './order-history-event.view.js';
import { renderOrderStateBadge } from '../lists/orders.page.js';
import { type TableColumn, renderText } from '../../pages/table.page.js';
import { renderTimestamp } from '../../pages/timestamp.page.js';
import { toPaddedPrice, toInstrumentFormat } from '../../pages/number-format.js';
import { tradingListPage } from '../lists/trading-lists.page.js';

export function orderHistoryPage(orderEvents: OrderHistoryPageView, context: PageContext): PageContent {
  const [, id = ''] = /^\/orders\/(\d+)\//.exec(context.path) ?? [];
  const filters = html`<p><a href="/orders/${id}">Order ${id}</a></p>`;
  return tradingListPage(
    {
      title: `History of order ${id}`,
      lead: 'All events of the order, oldest first.',
      rows: orderEvents,
      columns: buildColumns(orderEvents, context),
      filters,
    },
    context,
  );
}

function describeEventOnBehalf(
  { type, user_id: self, acting_user_id: acting }: OrderHistoryEventView,
  customer: number | undefined,
  context: PageContext,
): string | null {
  const user = customer ?? self;
  if (user === null || acting === null || user === acting) return null;
  return describeOnBehalf(
    type === 'OrderCancelled' ? 'canceled' : type === 'OrderModified' ? 'changed' : 'placed',
    { user_id: user, acting_user_id: acting },
    context,
  );
}

function buildColumns(
  { instrument_id: id, customers = [] }: OrderHistoryPageView,
  context: PageContext,
): readonly TableColumn<OrderHistoryEventView>[] {
  const decimals = id === undefined ? 0 : toInstrumentFormat(context, id).decimals;
  const customerByRevision = new Map(customers.map((customer) => [customer.revision, customer.user_id]));
  return [
    { title: 'Step', figure: ({ revision }) => revision },
    { title: 'Version', figure: ({ version }) => version },
    { title: 'Time', cell: ({ time }) => renderTimestamp(time) },
    { title: 'Step', cell: ({ type }) => html`${type}` },
    { title: 'State', cell: renderOrderStateBadge },
    { title: 'Time in force', cell: (orderEvent) => html`${orderEvent.time_in_force}` },
    { title: 'Limit', figure: (orderEvent) => toPaddedPrice(orderEvent.limit_price, decimals) },
    { title: 'Stop', figure: (orderEvent) => toPaddedPrice(orderEvent.stop_price, decimals) },
    { title: 'Quantity', figure: ({ quantity }) => quantity },
    { title: 'Filled', figure: (orderEvent) => orderEvent.filled_quantity },
    { title: 'Average', figure: (orderEvent) => toPaddedPrice(orderEvent.average_price, decimals) },
    { title: 'Reason', cell: (orderEvent) => renderText(orderEvent.cancel_reason ?? orderEvent.reject_code) },
    { title: 'Trade', figure: (orderEvent) => orderEvent.trade_id },
    { title: 'Action', figure: (orderEvent) => orderEvent.action_id },
    {
      title: 'On behalf',
      cell: (orderEvent) =>
        renderText(describeEventOnBehalf(orderEvent, customerByRevision.get(orderEvent.revision), context)),
    },
  ];
}
