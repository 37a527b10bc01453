/** Collections that begin as another one and leave that as it is. */

/** A map of what another map has, each value copied when it is first asked for. The other map and its values stay as they are. */
export class LazyCopies<Key, Value> extends Map<Key, Value> {
  private readonly removed = new Set<Key>();

  constructor(
    private readonly base: ReadonlyMap<Key, Value>,
    private readonly copy: (value: Value) => Value,
  ) {
    super();
  }

  override get size(): number {
    return [...this.keys()].length;
  }

  override get(key: Key): Value | undefined {
    const own = super.get(key);
    if (own !== undefined || this.removed.has(key)) return own;
    const found = this.base.get(key);
    if (found === undefined) return undefined;
    const copied = this.copy(found);
    super.set(key, copied);
    return copied;
  }

  override has(key: Key): boolean {
    return super.has(key) || (!this.removed.has(key) && this.base.has(key));
  }

  override delete(key: Key): boolean {
    const had = this.has(key);
    super.delete(key);
    this.removed.add(key);
    return had;
  }

  override *keys(): Generator<Key, undefined> {
    for (const key of this.base.keys()) if (!this.removed.has(key)) yield key;
    for (const key of super.keys()) if (this.removed.has(key) || !this.base.has(key)) yield key;
  }

  override *values(): Generator<Value, undefined> {
    for (const [, value] of this.entries()) yield value;
  }

  override *entries(): Generator<[Key, Value], undefined> {
    for (const key of this.keys()) yield [key, this.get(key) as Value];
  }

  override [Symbol.iterator](): Generator<[Key, Value], undefined> {
    return this.entries();
  }
}

/** A set of what another set has. The other one stays as it is, however large it is, and nothing of it is copied. */
export class LazySet<Key> extends Set<Key> {
  private readonly removed = new Set<Key>();

  constructor(private readonly base: ReadonlySet<Key>) {
    super();
  }

  override get size(): number {
    return super.size + this.base.size - this.removed.size;
  }

  override has(key: Key): boolean {
    return super.has(key) || (this.base.has(key) && !this.removed.has(key));
  }

  override add(key: Key): this {
    if (this.base.has(key)) this.removed.delete(key);
    else super.add(key);
    return this;
  }

  override delete(key: Key): boolean {
    if (!this.base.has(key)) return super.delete(key);
    const had = !this.removed.has(key);
    this.removed.add(key);
    return had;
  }

  override *values(): Generator<Key, undefined> {
    for (const key of this.base) if (!this.removed.has(key)) yield key;
    yield* super.values();
  }

  override [Symbol.iterator](): Generator<Key, undefined> {
    return this.values();
  }
}
