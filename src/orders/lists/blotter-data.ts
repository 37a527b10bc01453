import type { OrderView, OrdersPageView, PauseView } from '../order.view.js';

export const findPause = ({ pauses = [] }: OrdersPageView, order: OrderView): PauseView | null =>
  pauses.find((one) => one.instrument_id === order.instrument_id) ?? null;

/** Where something works, and whether it trades there: the script asks anew when that changes. */
export function serializeMarketStatuses(orders: OrdersPageView): string {
  const working = orders.filter(({ status }) => status === 'Open');
  return JSON.stringify(
    Object.fromEntries(working.map((order) => [order.instrument_id, findPause(orders, order)?.status ?? 'Open'])),
  );
}

/** By what the script knows whether a new order belongs to this list, and where. */
export function serializeFilter({ leftOutAccounts = [] }: OrdersPageView, path: string): string {
  const { searchParams } = new URL(path, 'http://here');
  const isFirst = !searchParams.has('cursor') && searchParams.get('newest') !== 'false';
  const filters = [
    'status',
    'acct_id',
    // Which accounts it names, only the service knows: no new order is in such a list until it is loaded again.
    'account',
    'instrument_id',
    'symbol',
    'side',
    'client_order_id',
    'session_date',
    'updated_since',
    'from',
    'to',
  ].flatMap((name) => searchParams.getAll(name).flatMap((value) => (value === '' ? [] : [[name, value]])));
  return JSON.stringify({
    ...{ isFirst, isSorted: Boolean(searchParams.get('sort')), asked: filters },
    ...(leftOutAccounts.length > 0 && { leftOut: leftOutAccounts }),
  });
}
