/** A value in a list; removed by this object. */
export type ListEntry<Value> = { readonly value: Value; at: number };

/**
 * Values that come and go, as those of a Set. V8 replaces the table of a Set when it is full of removed values, and the
 * replaced table refers to the next one and to the values that it had: once one of them is promoted to the old
 * generation, everything that was added later is promoted with it, and stays until the next full collection.
 */
export class UnorderedList<Value> {
  readonly entries: ListEntry<Value>[] = [];

  get size(): number {
    return this.entries.length;
  }

  add(value: Value): ListEntry<Value> {
    const entry = { value, at: this.entries.length };
    this.entries.push(entry);
    return entry;
  }

  /** The last value takes the place of the removed one. */
  remove(entry: ListEntry<Value>): void {
    const last = this.entries.pop();
    if (last === undefined || last === entry) return;
    this.entries[entry.at] = last;
    last.at = entry.at;
  }
}
