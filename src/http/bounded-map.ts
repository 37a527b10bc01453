/** A map of limited size: the oldest keys are evicted. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  constructor(private readonly sizeMax: number) {
    super();
  }

  override set(key: Key, value: Value): this {
    this.delete(key);
    super.set(key, value);
    const [oldest] = this.size > this.sizeMax ? this.keys() : [];
    if (oldest !== undefined) this.delete(oldest);
    return this;
  }
}
