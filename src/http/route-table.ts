/** Which methods an address takes: asked only when no route has matched, so it may be plain rather than fast. */
export class RouteTable {
  private readonly patterns = new Map<string, { matches: RegExp; methods: Set<string> }>();

  add(methods: string | readonly string[], pattern: string): void {
    const entry = this.patterns.get(pattern) ?? { matches: toRegExp(pattern), methods: new Set(['OPTIONS']) };
    for (const method of [methods].flat()) entry.methods.add(method);
    this.patterns.set(pattern, entry);
  }

  /** As the `Allow` header spells it, or null where there is no such address. */
  formatAllow(path: string): string | null {
    const methods = new Set<string>();
    for (const pattern of this.patterns.values()) {
      if (pattern.matches.test(path)) for (const method of pattern.methods) methods.add(method);
    }
    return methods.size > 0 ? [...methods].sort().join(', ') : null;
  }
}

/** `:name` is one segment, `*` the rest; a trailing slash is forgiven, as the router forgives it. */
function toRegExp(pattern: string): RegExp {
  const source = pattern
    .replace(/\/$/, '')
    .split('/')
    .map((segment) =>
      segment.startsWith(':') ? '[^/]+' : segment === '*' ? '.*' : segment.replace(/[.+?^${}()|[\]\\*]/g, '\\$&'),
    )
    .join('/');
  return new RegExp(`^${source}/?$`);
}
