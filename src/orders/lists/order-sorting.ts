import type { Sort } from '../../database/sorting.js';
import { domainError } from '../../errors/domain-error.js';
import { InvalidRequestError } from '../../http/invalid-request-error.js';
import type { OrderStatus } from '../../engine/order.js';

/** The fields by which working orders are sorted. */
export const ORDER_SORT_FIELDS = [
  'id',
  'symbol',
  'side',
  'quantity',
  'filled_quantity',
  'limit_price',
  'stop_price',
  'order_type',
  'acct_name',
] as const;
export type OrderSortField = (typeof ORDER_SORT_FIELDS)[number];

/** The most orders that are sorted for one list. */
export const SORTED_ORDERS_MAX = 1000;

type OrderListQuery = Readonly<{ status?: OrderStatus[]; newest?: 'true' | 'false'; sort?: Sort<OrderSortField> }>;

/** Whether a list has working orders only. */
export const isWorkingOrderList = ({ status = [] }: OrderListQuery): boolean =>
  status.length > 0 && status.every((one) => one === 'Open');

export function requireSortableList(query: OrderListQuery): void {
  const issues = [
    ...(isWorkingOrderList(query)
      ? []
      : [{ pointer: 'sort', message: 'sort needs status=Open, because only working orders are sorted' }]),
    ...(query.newest === undefined ? [] : [{ pointer: 'newest', message: 'newest must not be combined with sort' }]),
  ];
  if (issues.length > 0) throw new InvalidRequestError(issues, 'query');
}

export class TooManyToSortError extends domainError(
  'refused',
  'too_many_to_sort',
  'More than 1,000 working orders match, and at most 1,000 are sorted. Filter by account, symbol or side, or omit sort.',
) {}
