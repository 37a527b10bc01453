/** How long things took: the middle one, the slowest but one in a hundred, and the slowest, in milliseconds. */
export type TimesTaken = Readonly<{ count: number; recent: number; p50: number; p99: number; max: number }>;

const KEPT = 1024;

/** How long the last of many things took, for whoever asks how it goes now. Noting one is two stores; the sorting is for who asks. */
export class RecentTimes {
  private readonly ring = new Float64Array(KEPT);
  private count = 0;

  note(milliseconds: number): void {
    this.ring[this.count % KEPT] = milliseconds;
    this.count++;
  }

  /** What fails is not counted: it took as long as somebody was patient. */
  async timed<Result>(work: Promise<Result>): Promise<Result> {
    const began = performance.now();
    const result = await work;
    this.note(performance.now() - began);
    return result;
  }

  /** Null before the first. */
  taken(): TimesTaken | null {
    const recent = Math.min(this.count, KEPT);
    if (recent === 0) return null;
    const sorted = this.ring.slice(0, recent).sort();
    const at = (share: number): number => sorted[Math.min(recent - 1, Math.floor(recent * share))] ?? 0;
    return { count: this.count, recent, p50: at(0.5), p99: at(0.99), max: sorted[recent - 1] ?? 0 };
  }
}
