import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { RepeatingTask } from '../clock/repeating-task.js';
import { ExchangeService } from '../exchange/exchange.service.js';
import { OpenStreams } from '../http/open-streams.js';
import { getEventLoopP99Ms, restartEventLoopDelay } from '../telemetry/event-loop-delay.js';
import { Metrics, type RecentDurations } from '../telemetry/metrics.js';

/** Figures of one interval; null where nothing happened in it, or nothing responded. */
export type HealthSample = Readonly<{
  requestsPerSecond: number;
  responseP99Ms: number | null;
  commandsPerSecond: number | null;
  commitP99Ms: number | null;
  tablesBehindP99Ms: number | null;
  eventLoopP99Ms: number;
  residentBytes: number;
  openStreams: number;
}>;

export type HealthHistory = Readonly<{ since: Date; everySeconds: number; samples: readonly HealthSample[] }>;

const EVERY_SECONDS = 20;
/** An hour. */
const SAMPLES_MAX = 180;

/** What the counters were when a sample ended. */
type Counts = Readonly<{ at: number; requests: number; commands: number | null; commits: number; lags: number }>;

/** Remembers the health of the last hour in memory: monitoring systems have longer histories. */
@Injectable()
export class HealthHistoryRecorder implements OnApplicationBootstrap, OnModuleDestroy {
  private samples: readonly HealthSample[] = [];
  private counts: Counts | null = null;
  private readonly log = new Logger(HealthHistoryRecorder.name);
  private readonly task = new RepeatingTask(({ message }) =>
    this.log.warn(`The health of the last seconds could not be measured: ${message}`),
  );

  constructor(
    private readonly exchange: ExchangeService,
    private readonly metrics: Metrics,
    private readonly streams: OpenStreams,
  ) {}

  onApplicationBootstrap(): void {
    this.task.start(EVERY_SECONDS * 1000, () => this.record());
  }

  async onModuleDestroy(): Promise<void> {
    await this.task.stop();
  }

  read(): HealthHistory {
    const until = this.counts?.at ?? Date.now();
    return {
      since: new Date(until - this.samples.length * EVERY_SECONDS * 1000),
      everySeconds: EVERY_SECONDS,
      samples: this.samples,
    };
  }

  /** Ends an interval. The first one only says from where to count. */
  async record(): Promise<void> {
    const [before, now] = [this.counts, await this.count()];
    this.counts = now;
    if (before === null) return;
    const seconds = Math.max(now.at - before.at, 1) / 1000;
    const sample: HealthSample = {
      requestsPerSecond: (now.requests - before.requests) / seconds,
      responseP99Ms: this.metrics.requestTimes.findP99After(before.requests),
      commandsPerSecond:
        now.commands === null || before.commands === null ? null : (now.commands - before.commands) / seconds,
      commitP99Ms: this.exchange.commits.findP99After(before.commits),
      tablesBehindP99Ms: this.exchange.lags.findP99After(before.lags),
      eventLoopP99Ms: getEventLoopP99Ms(),
      residentBytes: process.memoryUsage.rss(),
      openStreams: this.streams.size,
    };
    restartEventLoopDelay();
    this.samples = [...this.samples, sample].slice(-SAMPLES_MAX);
  }

  private async count(): Promise<Counts> {
    const countOf = ({ count }: RecentDurations): number => count;
    const commands = await this.exchange.look(({ counters }) => counters.command).catch(() => null);
    return {
      at: Date.now(),
      commands,
      requests: countOf(this.metrics.requestTimes),
      commits: countOf(this.exchange.commits),
      lags: countOf(this.exchange.lags),
    };
  }
}
