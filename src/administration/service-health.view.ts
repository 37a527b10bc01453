import type { HeldClock } from '../clock/jump-detector.js';
import { toHeldClockView, toTimestampText } from './administration.view.js';
import type { AdministrationFacts, TroubledWebhook } from './administration.service.js';
import type { SnapshotStatus } from '../exchange/snapshot/snapshots.service.js';
import type { DatabaseMetrics, DurationSummary } from '../telemetry/metrics.js';
import type { HealthHistory, HealthSample } from './health-history.provider.js';
import type { DatabaseAnswer, DiskSpace, ExchangeAnswer, ProcessAnswer } from './machine.service.js';

/** The state of the parts of the service. Null for a part that does not respond. */
type ServiceHealthInput = ProcessAnswer &
  Readonly<{
    database: DatabaseAnswer | null;
    pool: DatabaseMetrics;
    exchange: ExchangeAnswer | null;
    snapshots: SnapshotStatus;
    disk: DiskSpace | null;
    openStreams: number;
    history: HealthHistory;
    heldClock: HeldClock | null;
    /** Null while the database does not answer. */
    facts: AdministrationFacts | null;
    troubled: readonly TroubledWebhook[];
  }>;

/** The part of the URL that identifies the receiver. The rest may be secret and is for its owner only. */
function toTroubledWebhookView({ id, url, userId, failingSince, disabledReason }: TroubledWebhook) {
  return {
    id,
    receiver: new URL(url).origin,
    user_id: userId,
    failing_since: failingSince === null ? null : new Date(failingSince).toISOString(),
    disabled_reason: disabledReason,
  };
}

/** The health of the service. */
export type ServiceHealthView = ReturnType<typeof toServiceHealthView>;

export function toServiceHealthView(health: ServiceHealthInput) {
  const { database, pool, exchange, snapshots, requests, disk, heldClock } = health;
  const memory = process.memoryUsage();
  return {
    at: new Date().toISOString(),
    version: health.version,
    mode: health.mode,
    node: process.version,
    started_at: new Date(Date.now() - process.uptime() * 1000).toISOString(),
    uptime_seconds: Math.floor(process.uptime()),
    /** Null where it does not answer. */
    database: database && {
      version: database.version,
      bytes: database.bytes,
      answered_in_ms: roundMilliseconds(database.milliseconds),
      connections: pool.connections,
      idle: pool.idle,
      waiting: pool.waiting,
    },
    /** Null while the state is loaded. `commits` are batches of the journal, `tables_behind` is the time until their rows are in the tables. */
    exchange: exchange && {
      commands: exchange.commands,
      working_orders: exchange.orders,
      products: exchange.products,
      products_open_now: exchange.openProducts,
      commits: toTimesView(exchange.commits),
      tables_behind: toTimesView(exchange.lags),
    },
    /** From which a start reads the exchange: the newest, and why the last attempt failed. Null with `SNAPSHOT_MINUTES=0`. */
    snapshots: snapshots && toSnapshotsView(snapshots),
    requests: {
      in_flight: requests.inFlight,
      answered: toTimesView(requests.taken),
      faults: requests.faults,
      limited: requests.limited,
    },
    streams: { open: health.openStreams },
    webhooks: toWebhooksView(health.facts, health.troubled),
    /** The clock jump that is held back. Null in normal operation. */
    held_clock: heldClock && toHeldClockView(heldClock),
    memory: { resident_bytes: memory.rss, heap_used_bytes: memory.heapUsed, heap_total_bytes: memory.heapTotal },
    event_loop: { delay_p99_ms: roundMilliseconds(health.eventLoopP99Ms) },
    /** Where the data directory lies. */
    disk: disk && { free_bytes: disk.freeBytes, total_bytes: disk.totalBytes },
    history: toHistoryView(health.history),
  };
}

function toWebhooksView(facts: AdministrationFacts | null, troubled: readonly TroubledWebhook[]) {
  const { webhooks: enabled = 0, failing = 0, disabledByService = 0, waiting = 0, waitingSince = null } = facts ?? {};
  return {
    enabled,
    failing,
    disabled_by_service: disabledByService,
    waiting,
    waiting_since: toTimestampText(waitingSince),
    troubled: troubled.map(toTroubledWebhookView),
  };
}

/** The last hour since the start, by intervals, the oldest first. Null where nothing happened in an interval, or nothing responded. */
function toHistoryView({ since, everySeconds, samples }: HealthHistory) {
  const list = (field: keyof HealthSample): (number | null)[] =>
    samples.map((sample) => {
      const value = sample[field];
      return value === null ? null : Math.round(value * 100) / 100;
    });
  return {
    since: since.toISOString(),
    every_seconds: everySeconds,
    requests_per_second: list('requestsPerSecond'),
    response_p99_ms: list('responseP99Ms'),
    commands_per_second: list('commandsPerSecond'),
    commit_p99_ms: list('commitP99Ms'),
    tables_behind_p99_ms: list('tablesBehindP99Ms'),
    event_loop_p99_ms: list('eventLoopP99Ms'),
    resident_bytes: list('residentBytes'),
    open_streams: list('openStreams'),
  };
}

function toSnapshotsView({ newest, failure }: NonNullable<SnapshotStatus>) {
  return {
    /** `command` is the last one that it has. Null before the first. */
    newest: newest && { command: newest.command, written_at: newest.writtenAt.toISOString(), bytes: newest.bytes },
    /** Null if the last attempt succeeded. */
    failure: failure && { at: failure.at.toISOString(), reason: failure.reason },
  };
}

/**
 * `count` since the start. The times are of the latest requests, at most 1,024. `lasting_p99_ms` is the lesser 99th percentile of the
 * older and the newer half of them, null before there are 1,024.
 */
function toTimesView(taken: DurationSummary | null) {
  return (
    taken && {
      count: taken.count,
      p50_ms: roundMilliseconds(taken.p50),
      p99_ms: roundMilliseconds(taken.p99),
      max_ms: roundMilliseconds(taken.max),
      lasting_p99_ms: taken.lastingP99 === null ? null : roundMilliseconds(taken.lastingP99),
    }
  );
}

const roundMilliseconds = (milliseconds: number): number => Math.round(milliseconds * 100) / 100;
