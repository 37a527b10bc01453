/** Median, 99th percentile and maximum in milliseconds. */
export type DurationSummary = Readonly<{ count: number; recent: number; p50: number; p99: number; max: number }>;

const SAMPLES_MAX = 1024;

/** The durations of recent operations. Recording one is two stores; sorting happens on reading. */
export class RecentDurations {
  private readonly ring = new Float64Array(SAMPLES_MAX);
  private count = 0;

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
    const quantile = (share: number): number => sorted[Math.min(recent - 1, Math.floor(recent * share))] ?? 0;
    return { count: this.count, recent, p50: quantile(0.5), p99: quantile(0.99), max: sorted[recent - 1] ?? 0 };
  }
}
