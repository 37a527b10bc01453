import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { IdentityMetrics, type QueueMetrics } from './identity-metrics.js';
import { Hook } from '../access/hook.js';

/**
 * Median, 99th percentile and maximum of recent durations in milliseconds. `lastingP99` is the lesser 99th percentile of the older and
 * the newer half: one disturbance does not raise it. Null while there are too few.
 */
export type DurationSummary = Readonly<{
  count: number;
  p50: number;
  p99: number;
  max: number;
  lastingP99: number | null;
}>;

const SAMPLES_MAX = 1024;

/** The durations of recent operations. Recording one is two stores; sorting happens on reading. */
export class RecentDurations {
  private readonly ring = new Float64Array(SAMPLES_MAX);
  /** How many there have been. */
  count = 0;

  record(milliseconds: number): void {
    this.ring[this.count % SAMPLES_MAX] = milliseconds;
    this.count++;
  }

  /** Failures are not counted: they take as long as the timeout. */
  async measure<Result>(work: Promise<Result>): Promise<Result> {
    const startedAt = performance.now();
    const result = await work;
    this.record(performance.now() - startedAt);
    return result;
  }

  /** Null before the first. */
  summarize(): DurationSummary | null {
    const recent = Math.min(this.count, SAMPLES_MAX);
    if (recent === 0) return null;
    const sorted = this.ring.slice(0, recent).sort();
    return {
      count: this.count,
      p50: findQuantile(sorted, 0.5),
      p99: findQuantile(sorted, 0.99),
      max: sorted[recent - 1] ?? 0,
      lastingP99: this.count < SAMPLES_MAX ? null : this.findLastingP99(),
    };
  }

  /** The 99th percentile of those after the first `before`, as far as they are recent. Null where there is none. */
  findP99After(before: number): number | null {
    const taken = Math.min(this.count - before, SAMPLES_MAX);
    if (taken <= 0) return null;
    const latest = Float64Array.from({ length: taken }, (_, n) => this.ring[(this.count - 1 - n) % SAMPLES_MAX] ?? 0);
    return findQuantile(latest.sort(), 0.99);
  }

  private findLastingP99(): number {
    const oldest = this.count % SAMPLES_MAX;
    const inOrder = Float64Array.from([...this.ring.subarray(oldest), ...this.ring.subarray(0, oldest)]);
    const halves = [inOrder.slice(0, SAMPLES_MAX / 2), inOrder.slice(SAMPLES_MAX / 2)];
    return Math.min(...halves.map((half) => findQuantile(half.sort(), 0.99)));
  }
}

const findQuantile = (sorted: Float64Array, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** Database figures read with the metrics. */
export type DatabaseMetrics = Readonly<{ up: boolean; connections: number; idle: number; waiting: number }>;

/** How the service answers now. */
export type RequestMetrics = Readonly<{
  inFlight: number;
  taken: DurationSummary | null;
  faults: number;
  limited: number;
}>;

type EndedRequest = Readonly<{ method: string; route: string; status: number; seconds: number; isStream?: boolean }>;

/** The process has one event loop and one heap, however many applications a test opens. */
const processRegistry = new Registry();
collectDefaultMetrics({ register: processRegistry });

/**
 * All metrics of /metrics, in the text format of Prometheus. Labels are patterns and classes, never input of callers.
 */
export class Metrics {
  private readonly registry = new Registry();
  readonly passwordQueue = Hook.required<() => QueueMetrics>();
  readonly identity = new IdentityMetrics(this.passwordQueue);
  /** How long the latest requests took. */
  readonly requestTimes = new RecentDurations();
  private readonly observers = new Map<string, (seconds: number) => void>();
  private requestsInFlight = 0;
  private readonly inFlight: Gauge = new Gauge({
    name: 'kontor_http_requests_in_flight',
    help: 'Requests that are being answered.',
    registers: [this.registry],
    collect: () => {
      this.inFlight.set(this.requestsInFlight);
    },
  });
  private readonly durations = new Histogram({
    name: 'kontor_http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.registry],
  });
  private readonly faults = new Counter({
    name: 'kontor_http_faults_total',
    help: 'Responses with status 500.',
    registers: [this.registry],
  });
  private readonly limited = new Counter({
    name: 'kontor_http_limited_total',
    help: 'Requests that were refused because too many came (429).',
    labelNames: ['route'] as const,
    registers: [this.registry],
  });
  private readonly up = new Gauge({
    name: 'kontor_database_up',
    help: '1 when PostgreSQL answers.',
    registers: [this.registry],
  });
  private readonly pool = new Gauge({
    name: 'kontor_database_connections',
    help: 'Connections of the pool, and the requests that wait for one.',
    labelNames: ['state'] as const,
    registers: [this.registry],
  });

  recordStart(): void {
    this.requestsInFlight += 1;
  }

  /** A stream lasts as long as it is read, which is not the time that a request took. */
  recordEnd({ method, route, status, seconds, isStream = false }: EndedRequest): void {
    this.requestsInFlight -= 1;
    if (status === 500) this.faults.inc();
    if (status === 429) this.limited.inc({ route });
    if (!isStream) this.requestTimes.record(seconds * 1000);
    this.getObserver(method, route, status)(seconds);
  }

  /** For pages; Prometheus reads `text`. */
  async getRequestMetrics(): Promise<RequestMetrics> {
    const [faults, limited] = await Promise.all([this.faults, this.limited].map(sumValues));
    return {
      inFlight: this.requestsInFlight,
      taken: this.requestTimes.summarize(),
      faults: faults ?? 0,
      limited: limited ?? 0,
    };
  }

  async renderPrometheus(database: DatabaseMetrics): Promise<string> {
    this.up.set(database.up ? 1 : 0);
    this.pool.set({ state: 'open' }, database.connections);
    this.pool.set({ state: 'idle' }, database.idle);
    this.pool.set({ state: 'waiting' }, database.waiting);
    return Registry.merge([this.identity.registry, this.registry, processRegistry]).metrics();
  }

  /** Looking labels up costs more than observing; routes and classes are few. */
  private getObserver(method: string, route: string, status: number): (seconds: number) => void {
    const classOfStatus = `${Math.floor(status / 100)}xx`;
    const key = `${method} ${route} ${classOfStatus}`;
    let observe = this.observers.get(key);
    if (observe === undefined) {
      const child = this.durations.labels({ method, route, status: classOfStatus });
      observe = (seconds) => child.observe(seconds);
      this.observers.set(key, observe);
    }
    return observe;
  }
}

/** Over all labels. */
async function sumValues(metric: Pick<Counter | Gauge, 'get'>): Promise<number> {
  return (await metric.get()).values.reduce((sum, { value }) => sum + value, 0);
}
