/** A number, between the ones that were set before and after it. */
type Entry = { readonly key: string; value: number; earlier: Entry; later: Entry };

/**
 * Numbers by key; one more than so many removes the one that was set longest ago. Setting a number again changes its
 * entry: removing and adding it, as with a `Map` in the order of its entries, makes V8 replace the table of the map again
 * and again, and the tables outlive every collection of new objects (see `UnorderedList`).
 */
export class RecentNumbers {
  private readonly entries = new Map<string, Entry>();
  /** Before the first and after the last one. */
  private readonly ends: Entry;

  constructor(private readonly sizeMax: number) {
    const ends = { key: '', value: NaN } as Entry;
    ends.earlier = ends.later = ends;
    this.ends = ends;
  }

  get size(): number {
    return this.entries.size;
  }

  get(key: string): number | undefined {
    return this.entries.get(key)?.value;
  }

  set(key: string, value: number): void {
    const entry = this.entries.get(key);
    if (entry === undefined) {
      this.add(key, value);
      return;
    }
    entry.value = value;
    if (entry === this.ends.earlier) return;
    detach(entry);
    this.append(entry);
  }

  private add(key: string, value: number): void {
    const { ends } = this;
    if (this.entries.size >= this.sizeMax) {
      this.entries.delete(ends.later.key);
      detach(ends.later);
    }
    const entry = { key, value, earlier: ends.earlier, later: ends };
    this.entries.set(key, entry);
    this.append(entry);
  }

  private append(entry: Entry): void {
    const { ends } = this;
    entry.earlier = ends.earlier;
    entry.later = ends;
    ends.earlier.later = entry;
    ends.earlier = entry;
  }
}

function detach({ earlier, later }: Entry): void {
  earlier.later = later;
  later.earlier = earlier;
}
