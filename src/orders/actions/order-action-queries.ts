/** One index scan per account and per user, each with at most a page of rows. */
export const visibleActionsSql = (order: 'asc' | 'desc'): string => `
  select action_id::float8 as id from (
    select j.action_id from unnest(?::bigint[]) as a (acct) cross join lateral (
      select action_id from journal where acct_id = a.acct and action_id > ? and action_id < ? and (?::bigint is null or order_id = ?)
        and (order_id is not null or refusal_code is null or refusal_code <> all (?)) and at >= ? and at < ? order by action_id ${order} limit ?) j
    union
    select j.action_id from unnest(?::bigint[]) as u (id) cross join lateral (
      select action_id from journal where user_id = u.id and order_id is null and action_id > ? and action_id < ? and ?::bigint is null
        and (?::bigint is null or acct_id = ?) and at >= ? and at < ? order by action_id ${order} limit ?) j
  ) visible order by action_id ${order} limit ?`;

/**
 * The mass cancellation that ended an order, by itself or by a portion, within the range of a page. The last step of the order has the number of
 * its command, so each row is found by its key.
 */
export const MASS_CANCELLATION_SQL = `
  select a.action_id::float8 as id, o.acct_id::float8 as acct from orders o
  join order_events e on e.order_id = o.id and e.revision = o.revision and e.type = 'OrderCancelled'
  join journal c on c.seq = e.seq
  join journal a on a.seq = case c.type when 'ContinueCommand' then (c.payload->>'commandSeq')::bigint else c.seq end and a.type = 'MassCancellation'
  where o.id = ? and a.action_id > ? and a.action_id < ? and a.at >= ? and a.at < ?`;

export const TIME_MIN = Date.parse('0001-01-01T00:00:00Z');
export const TIME_MAX = Date.parse('9999-12-31T23:59:59.999Z');

export const toTimeRange = ({ from, to }: Readonly<Record<'from' | 'to', number>>): string[] =>
  [from, to].map((at) => new Date(at).toISOString());
