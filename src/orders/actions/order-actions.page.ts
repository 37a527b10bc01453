import { renderBreakableEmail } from '../../pages/name-cells.page.js';
import { toDigits, toInstrumentFormat } from '../../pages/number-format.js';
import { formatPrice } from '../../money/price-text.js';
import { type Html, html } from '../../pages/html.js';
import { renderBriefTimestamp } from '../../pages/timestamp.page.js';
import type { PageContent, PageContext } from '../../pages/page.js';
import { type TableColumn, renderText } from '../../pages/table.page.js';
import { describeReasonWithFigures } from '../rejection-text.js';
import { describeOnBehalf } from '../on-behalf-text.page.js';
import { renderOrderFilterForm, tradingListPage } from '../lists/trading-lists.page.js';
import type { OrderActionsPageView, OrderActionRecordView } from './order-action-record.view.js';

/** Lists order actions, the newest first. */
export function orderActionsPage(entries: OrderActionsPageView, context: PageContext): PageContent {
  const filters = renderOrderFilterForm(
    context,
    [
      { name: 'order_id', label: 'Order', numeric: true },
      { name: 'acct_id', label: 'Account' },
      { name: 'from', label: 'From', type: 'date' },
      { name: 'to', label: 'To', type: 'date' },
    ],
    false,
  );
  return tradingListPage(
    {
      title: 'Order actions',
      table: 'order-actions',
      lead: 'Requests to the venue, with their users and results.',
      rows: entries,
      columns: buildColumns(entries, context),
      filters,
      hasCsv: true,
    },
    context,
  );
}

const actionTypeLabels: Readonly<Record<OrderActionRecordView['action_type'], string>> = {
  LimitOrderSub: 'Limit order',
  MarketOrderSub: 'Market order',
  StopOrderSub: 'Stop order',
  StopLimitOrderSub: 'Stop limit order',
  OrderModification: 'Modification',
  OrderCancellation: 'Cancellation',
  MassCancellation: 'Mass cancellation',
};

function buildColumns(
  { traded = [], customers = [] }: OrderActionsPageView,
  context: PageContext,
): readonly TableColumn<OrderActionRecordView>[] {
  const instrumentByOrder = new Map(traded.map((order) => [order.order_id, order.instrument_id]));
  const getInstrumentId = ({ order_id: id, request }: OrderActionRecordView): number | null =>
    request.instrument_id ?? instrumentByOrder.get(id ?? 0) ?? null;
  const customerByAction = new Map(customers.map((customer) => [customer.action_id, customer.user_id]));
  const getUserId = ({ id, user_id: user }: OrderActionRecordView): number => customerByAction.get(id) ?? user;
  return [
    { title: 'Action', figure: ({ id }) => id },
    { title: 'Time', cell: (entry) => renderBriefTimestamp(entry.received_at) },
    { title: 'Kind', cell: (entry) => html`${actionTypeLabels[entry.action_type]}` },
    { title: 'Result', cell: (entry) => renderResult(entry, findDecimals(getInstrumentId(entry), context)) },
    {
      title: 'Order',
      cell: ({ order_id: id }) => (id === null ? renderText(null) : html`<a href="/orders/${id}">${id}</a>`),
    },
    { title: 'Instrument', cell: (entry) => renderInstrument(getInstrumentId(entry), context) },
    { title: 'Request', cell: (entry) => renderRequest(entry.request, getInstrumentId(entry), context) },
    { title: 'User', cell: (entry) => renderUser(entry, getUserId(entry), context) },
  ];
}

/** By name; the title has the email. Of an action on behalf of a customer, both users. */
function renderUser(entry: OrderActionRecordView, id: number, context: PageContext): Html {
  const { acting_user_id: acting } = entry;
  const [email, name] = [context.getName('user_id', id), context.getName('user_name', id)];
  const title = email !== String(id) && html` title="${email}"`;
  if (id !== acting)
    return html`<span class="on-behalf"${title}><span class="badge warn">on behalf</span> ${describeOnBehalf(toActionVerb(entry), { user_id: id, acting_user_id: acting }, context)}</span>`;
  return ['', String(id)].includes(name)
    ? renderBreakableEmail(email)
    : html`<span class="on-behalf"${title}>${name}</span>`;
}

const toActionVerb = ({ status, action_type: type }: Pick<OrderActionRecordView, 'status' | 'action_type'>): string =>
  status === 'Refused'
    ? 'asked'
    : type === 'OrderModification'
      ? 'changed'
      : type.endsWith('Cancellation')
        ? 'canceled'
        : 'placed';

const renderInstrument = (id: number | null, { getName }: PageContext): Html =>
  id === null ? renderText(null) : html`<a href="/desk/${id}">${getName('instrument_id', id)}</a>`;

const findDecimals = (instrumentId: number | null, context: PageContext): number =>
  instrumentId === null ? 0 : toInstrumentFormat(context, instrumentId).decimals;

const renderResult = ({ status, code, detail, figures }: OrderActionRecordView, decimals: number): Html =>
  code === null
    ? html`<span class="badge good">${status}</span>`
    : html`<span class="wrapped"><span class="badge bad">${status}</span> ${describeReasonWithFigures(detail ?? '', figures ?? {}, decimals)} <a href="/docs/errors/${code}"><code>${code}</code></a></span>`;

const labels: Readonly<Record<string, string>> = {
  acct_id: 'account',
  product_group_id: 'group',
  client_order_id: 'reference',
  time_in_force: 'works',
  limit_price: 'limit',
  stop_price: 'stop',
  post_only: 'post only',
  expire_date: 'till',
  expected_version: 'at version',
};

const priceFields: ReadonlySet<string> = new Set(['limit_price', 'stop_price']);
/** What has a column of its own. */
const fieldsWithColumns: ReadonlySet<string> = new Set(['instrument_id', 'order_id']);

/** In the order of the request. A named account need not be visible to the reader, so it stays a number. */
function renderRequest(
  request: OrderActionRecordView['request'],
  instrumentId: number | null,
  context: PageContext,
): Html {
  const decimals = findDecimals(instrumentId, context);
  const formatValue = (name: string, value: unknown): string =>
    priceFields.has(name) ? formatPrice(toDigits(value), decimals) : (toDigits(value) ?? String(value));
  const fields = Object.entries(request).filter(([name]) => !fieldsWithColumns.has(name));
  return html`<span class="wrapped">${fields.map(([name, value], index) => html`${index > 0 && ', '}${labels[name] ?? name} ${formatValue(name, value)}`)}</span>`;
}
