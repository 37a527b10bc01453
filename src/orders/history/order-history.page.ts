import { type Html, html } from '../../pages/html.js';
import type { PageContent, PageContext } from '../../pages/page.js';
import { describeOnBehalf } from '../on-behalf-text.page.js';
import { toReasonWords } from '../order-text.js';
import type { OrderHistoryEventView, OrderHistoryPageView } from './order-history-event.view.js';
import { renderOrderStateBadge } from '../lists/orders.page.js';
import { type TableColumn, renderText } from '../../pages/table.page.js';
import { renderTimestamp } from '../../pages/timestamp.page.js';
import { toPaddedPrice, toInstrumentFormat, toShownAverage } from '../../pages/number-format.js';
import { tradingListPage } from '../lists/trading-lists.page.js';

export function orderHistoryPage(orderEvents: OrderHistoryPageView, context: PageContext): PageContent {
  const [, id = ''] = /^\/orders\/(\d+)\//.exec(context.path) ?? [];
  const filters = html`<p><a href="/orders/${id}">Order ${id}</a></p>`;
  return tradingListPage(
    {
      title: `History of order ${id}`,
      className: 'history',
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

/** Below a state that ended the order, why it did. */
function renderState(orderEvent: OrderHistoryEventView): Html {
  const reason = orderEvent.cancel_reason ?? orderEvent.reject_code;
  return html`${renderOrderStateBadge(orderEvent)}${reason !== null && html`<br><small>${toReasonWords(reason)}</small>`}`;
}

const renderUsers = (users: string | null): Html =>
  users === null ? renderText(null) : html`<span class="on-behalf">${users}</span>`;

/** What an event seldom has takes no column where no event of the order has it. */
function buildColumns(
  orderEvents: OrderHistoryPageView,
  context: PageContext,
): readonly TableColumn<OrderHistoryEventView>[] {
  const { instrument_id: id, customers = [] } = orderEvents;
  const decimals = id === undefined ? 0 : toInstrumentFormat(context, id).decimals;
  const customerByRevision = new Map(customers.map((customer) => [customer.revision, customer.user_id]));
  const whereKnown = (
    title: string,
    figure: (orderEvent: OrderHistoryEventView) => ReturnType<typeof toPaddedPrice> | number,
    exact = figure,
  ): readonly TableColumn<OrderHistoryEventView>[] =>
    orderEvents.some((orderEvent) => figure(orderEvent) !== null) ? [{ title, figure, exact }] : [];
  const usersByEvent = new Map(
    orderEvents.map((one) => [one, describeEventOnBehalf(one, customerByRevision.get(one.revision), context)]),
  );
  return [
    { title: 'Step', figure: ({ revision }) => revision },
    { title: 'Version', figure: ({ version }) => version },
    { title: 'Time', cell: ({ time }) => renderTimestamp(time) },
    { title: 'Event', cell: ({ type }) => html`${type}` },
    { title: 'State', cell: renderState },
    { title: 'Time in force', cell: (orderEvent) => html`${orderEvent.time_in_force}` },
    ...whereKnown('Limit', (orderEvent) => toPaddedPrice(orderEvent.limit_price, decimals)),
    ...whereKnown('Stop', (orderEvent) => toPaddedPrice(orderEvent.stop_price, decimals)),
    { title: 'Quantity', figure: ({ quantity }) => quantity },
    { title: 'Filled', figure: (orderEvent) => orderEvent.filled_quantity },
    ...whereKnown(
      'Average',
      (orderEvent) => toShownAverage(orderEvent.average_price, decimals),
      (orderEvent) => orderEvent.average_price,
    ),
    ...whereKnown('Trade', (orderEvent) => orderEvent.trade_id),
    ...whereKnown('Action', (orderEvent) => orderEvent.action_id),
    ...([...usersByEvent.values()].some((users) => users !== null)
      ? [{ title: 'On behalf', cell: (one: OrderHistoryEventView) => renderUsers(usersByEvent.get(one) ?? null) }]
      : []),
  ];
}
