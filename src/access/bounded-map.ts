/** Between the entries that were set before and after it. */
type Entry<Key, Value> = { readonly key: Key; value: Value; earlier: Entry<Key, Value>; later: Entry<Key, Value> };

/**
 * At most so many entries: one more removes the one that was set longest ago. Setting a key again changes its entry:
 * removing and adding it, as with a `Map` in the order of its entries, makes V8 replace the table of the map again and
 * again, and the tables outlive every collection of new objects (see `UnorderedList`).
 */
export class BoundedMap<Key, Value> {
  private readonly entries = new Map<Key, Entry<Key, Value>>();
  /** Before the first and after the last one. */
  private readonly ends: Entry<Key, Value>;

  constructor(private readonly sizeMax: number) {
    const ends = {} as Entry<Key, Value>;
    ends.earlier = ends.later = ends;
    this.ends = ends;
  }

  get size(): number {
    return this.entries.size;
  }

  get(key: Key): Value | undefined {
    return this.entries.get(key)?.value;
  }

  set(key: Key, value: Value): void {
    const entry = this.entries.get(key);
    if (entry === undefined) {
      this.add(key, value);
      return;
    }
    entry.value = value;
    if (entry.later === this.ends) return;
    detach(entry);
    entry.earlier = this.ends.earlier;
    entry.later = this.ends;
    attach(entry);
  }

  delete(key: Key): void {
    const entry = this.entries.get(key);
    if (entry === undefined) return;
    this.entries.delete(key);
    detach(entry);
  }

  clear(): void {
    this.entries.clear();
    this.ends.earlier = this.ends.later = this.ends;
  }

  /** In the order in which they were set. The one that is read may be deleted meanwhile. */
  *[Symbol.iterator](): Generator<readonly [Key, Value]> {
    for (let entry = this.ends.later; entry !== this.ends; entry = entry.later) yield [entry.key, entry.value];
  }

  private add(key: Key, value: Value): void {
    if (this.entries.size >= this.sizeMax) this.delete(this.ends.later.key);
    const entry = { key, value, earlier: this.ends.earlier, later: this.ends };
    this.entries.set(key, entry);
    attach(entry);
  }
}

function attach<Key, Value>(entry: Entry<Key, Value>): void {
  entry.earlier.later = entry;
  entry.later.earlier = entry;
}

function detach<Key, Value>({ earlier, later }: Entry<Key, Value>): void {
  earlier.later = later;
  later.earlier = earlier;
}
