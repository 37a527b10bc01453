import type { Sort } from '../../database/sorting.js';
import { type ColumnHead, sortBy } from '../../pages/table-settings.page.js';
import type { OrderSortField } from './order-sorting.js';

/** By what columns sort, and from which end at first. */
const columnSorts: Readonly<Record<string, Sort<OrderSortField>>> = {
  instrument_id: 'symbol',
  side: 'side',
  quantity: '-quantity',
  filled_quantity: '-filled_quantity',
  limit_price: '-limit_price',
  stop_price: '-stop_price',
  order_type: 'order_type',
  acct_id: 'acct_name',
};

/** The column with a head that sorts, if there is an order by it. */
export function addSort<Column extends ColumnHead & Readonly<{ key: string }>>(column: Column): Column {
  const sort = columnSorts[column.key];
  return sort === undefined ? column : { ...column, sort: sortBy(sort) };
}
