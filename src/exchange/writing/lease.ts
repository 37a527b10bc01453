/**
 * The writer's lease, by the clock of the database. Every batch renews it, and a timer does so between batches. A
 * process that wants to write may end the session that holds the lock once the lease is over: that process hangs or
 * cannot reach the database. The lease only decides when to take over; the ended session and the epoch keep the old
 * process from writing.
 */
/** For `set` in an update of `exchange_writer`. */
export const RENEWED = `lease_until = clock_timestamp() + interval '1 second'`;
export const RENEW_EVERY_MS = 250;
/** After a standstill of this length, another process may be the writer. */
export const LEASE_MS = 1_000;

/** The limit of a statement of the writer: longer than any batch takes; the caller gets an unknown outcome earlier. */
export const PATIENCE_MS = 20_000;

/** A lease need not survive a crash of PostgreSQL, so the update does not wait for the disk. */
export const RENEW = `with hasty as materialized (select set_config('synchronous_commit', 'off', true))
  update exchange_writer set ${RENEWED} from hasty where id = 1 and epoch = $1`;

/**
 * A session in which PostgreSQL itself works is left alone: its process may be healthy, and another one would wait just
 * as long.
 */
const STALLED = `select activity.pid from exchange_writer, pg_locks lock join pg_stat_activity activity using (pid)
  where exchange_writer.id = 1 and lease_until < clock_timestamp() and lock.locktype = 'advisory' and lock.granted
    and lock.database = (select oid from pg_database where datname = current_database()) and lock.classid = $1::integer::oid and lock.objid = $2::integer::oid
    and not (coalesce(activity.state, '') = 'active' and coalesce(activity.wait_event_type, '') <> 'Client')`;
/**
 * Ends the session of a writer whose lease is over, and queues for its lock first: otherwise a process that only failed
 * to renew would take the lock again and hang again. The parameters are the numbers of the lock.
 */
export const REPLACE_STALLED = `with stalled as materialized (${STALLED}), ended as materialized (select pid from stalled where pg_terminate_backend(pid))
  select pid, pg_advisory_lock($1::integer, $2::integer) from ended limit 1`;
/** The maximum time for a session to end. */
export const END_WITHIN_MS = 1_000;
