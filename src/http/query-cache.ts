/** The number of cached queries, which bounds the cost of callers who never repeat one. */
const ENTRIES_MAX = 1_000;
const KEY_LENGTH_MAX = 4_096;

/** The parsed DTOs of recent queries, by their text. */
export class QueryCache {
  private readonly entries = new Map<string, object>();

  getOrParse(query: unknown, parse: (query: unknown) => object): object {
    const key = JSON.stringify(query);
    const cached = this.entries.get(key);
    if (cached !== undefined) return cached;
    const parsed = freezeQuery(parse(query));
    if (key.length <= KEY_LENGTH_MAX) this.store(key, parsed);
    return parsed;
  }

  private store(key: string, parsed: object): void {
    if (this.entries.size >= ENTRIES_MAX) {
      for (const [oldest] of this.entries) {
        this.entries.delete(oldest);
        break;
      }
    }
    this.entries.set(key, parsed);
  }
}

/** All equal queries share one object, so it is frozen. */
function freezeQuery(query: object): object {
  for (const value of Object.values(query)) if (typeof value === 'object' && value !== null) Object.freeze(value);
  return Object.freeze(query);
}
