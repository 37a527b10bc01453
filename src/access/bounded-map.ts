/** A map of at most so many entries: one more removes the entry that was set first. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  constructor(private readonly sizeMax: number) {
    super();
  }

  /** An entry that is set again counts as new. */
  override set(key: Key, value: Value): this {
    this.delete(key);
    if (this.size >= this.sizeMax) this.removeFirst();
    return super.set(key, value);
  }

  private removeFirst(): void {
    for (const key of this.keys()) {
      this.delete(key);
      return;
    }
  }
}
