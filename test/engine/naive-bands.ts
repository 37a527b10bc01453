/** The price bands of the naive venue: from where they are measured, and how far they reach. */
export class NaiveBands {
  /** In hundredths of a percent; null is no band. */
  width: number | null = null;
  private readonly ofSession = new Map<number, number>();
  private readonly settled = new Map<number, number>();
  private readonly settledOn = new Map<number, string | null>();

  /** The lowest and the highest price around the reference, or around the stop of an order that waits. */
  around(instrument: number, stop: number | null = null): readonly [low: number, high: number] {
    const from = stop ?? this.ofSession.get(instrument) ?? this.settled.get(instrument);
    if (this.width === null || from === undefined) return [-Infinity, Infinity];
    const reach = (Math.abs(from) * this.width) / 10_000;
    return [Math.ceil(from - reach), Math.floor(from + reach)];
  }

  /** Whether a limit is too far on the side on which it takes. */
  forbids(order: Readonly<{ instrument: number; buy: boolean }>, limit: number | null, stop: number | null): boolean {
    const [low, high] = this.around(order.instrument, stop);
    return limit !== null && (order.buy ? limit > high : limit < low);
  }

  print(instrument: number, price: number): void {
    const [low, high] = this.around(instrument);
    if (price >= low && price <= high) this.ofSession.set(instrument, price);
  }

  settle(instrument: number, price: number, date: string | null): void {
    this.settled.set(instrument, price);
    this.settledOn.set(instrument, date);
  }

  open(instrument: number): void {
    this.ofSession.delete(instrument);
  }

  close(instrument: number, last: number | undefined, date: string): void {
    if (this.settledOn.get(instrument) !== date && last !== undefined) this.settled.set(instrument, last);
  }
}
