/** What the fields of one order action must be together; what each must be by itself stands in its DTO. */
import type { CrossFieldRule } from './order-action-rules.decorator.js';

export const postOnlyRests: CrossFieldRule = ({ post_only: postOnly, time_in_force: timeInForce }) =>
  postOnly === true && (timeInForce === 'IOC' || timeInForce === 'FOK')
    ? `post_only waits in the book, and ${timeInForce} never does`
    : null;

/** By order id, or by account and client order id; both together could contradict each other. */
export const namesOneOrder: CrossFieldRule = ({
  order_id: orderId,
  acct_id: acctId,
  client_order_id: clientOrderId,
}) => {
  const isNamed =
    orderId === undefined
      ? acctId !== undefined && clientOrderId !== undefined
      : acctId === undefined && clientOrderId === undefined;
  return isNamed ? null : 'An order is named by order_id alone, or by acct_id and client_order_id together';
};

const modifiableFields = ['quantity', 'limit_price', 'stop_price', 'time_in_force', 'expire_date'];

export const changesTerms: CrossFieldRule = (action) =>
  modifiableFields.some((name) => action[name] !== undefined)
    ? null
    : `One of ${modifiableFields.join(', ')} must be given: what the order is to become`;

const massCancellationFilters = ['acct_id', 'instrument_id', 'symbol', 'product_group_id', 'side'];

export const filtersOrders: CrossFieldRule = (action) =>
  massCancellationFilters.some((name) => action[name] !== undefined)
    ? null
    : `One of ${massCancellationFilters.join(', ')} must be given: which orders are meant`;
