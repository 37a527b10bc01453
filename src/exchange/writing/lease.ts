/**
 * The lease of the writer, by the clock of the database. Every batch renews it, and while there are none a timer does. A process that wants to
 * write while another session holds the lock may end that session as soon as the lease is over: its process hangs, or cannot reach the database.
 * The lease decides only when to take over. What keeps the old process from writing is that its session has ended, and the epoch.
 */
/** For `set` in an update of `exchange_state`. */
export const RENEWED = `lease_until = clock_timestamp() + interval '1 second'`;
export const RENEW_EVERY_MS = 250;
/** A process that stood still for so long may have been replaced. */
export const LEASE_MS = 1_000;

/** A lease need not survive a crash of PostgreSQL, so nobody waits for the disk. */
export const RENEW = `with hasty as materialized (select set_config('synchronous_commit', 'off', true))
  update exchange_state set ${RENEWED} from hasty where id = 1 and epoch = $1`;

/** A session in which PostgreSQL itself is at work is left alone: its process need not hang, and another one would have to wait just as long. */
const STALLED = `select activity.pid from exchange_state, pg_locks lock join pg_stat_activity activity using (pid)
  where exchange_state.id = 1 and lease_until < clock_timestamp() and lock.locktype = 'advisory' and lock.granted
    and lock.database = (select oid from pg_database where datname = current_database()) and lock.classid = $1::integer::oid and lock.objid = $2::integer::oid
    and not (coalesce(activity.state, '') = 'active' and coalesce(activity.wait_event_type, '') <> 'Client')`;
/**
 * Ends the session of a writer that has not renewed its lease, and is the first in the queue for its lock: a process that only could not renew
 * would otherwise take the lock again at once, and hang again. The parameters are the numbers of the lock.
 */
export const REPLACE_STALLED = `with stalled as materialized (${STALLED}), ended as materialized (select pid from stalled where pg_terminate_backend(pid))
  select pid, pg_advisory_lock($1::integer, $2::integer) from ended limit 1`;
/** How long a session may take to end. */
export const END_WITHIN_MS = 1_000;
