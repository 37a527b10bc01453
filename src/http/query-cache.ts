/** As many are kept; a caller who sends a new query every time costs no more than this. */
const ENTRIES_MAX = 1_000;
const KEY_LENGTH_MAX = 4_096;

/** What was read of the questions that were asked last, by their words. */
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

/** Everybody who asks the same gets the same object, so nobody may change it. */
function freezeQuery(query: object): object {
  for (const value of Object.values(query)) if (typeof value === 'object' && value !== null) Object.freeze(value);
  return Object.freeze(query);
}
