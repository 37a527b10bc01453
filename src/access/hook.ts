/**
 * Where a module calls modules above it, which it cannot import: they register what it calls. A required hook without
 * a registration fails the start-up (`findMissingRegistrations`), so it must be a field of a provider.
 */
export class Hook<Handler> {
  private readonly registered: Handler[] = [];

  protected constructor(readonly isRequired: boolean) {}

  static required<Handler>(): Hook<Handler> {
    return new Hook<Handler>(true);
  }

  /** For work that some modes of the service do not have. */
  static optional<Handler>(): Hook<Handler> {
    return new Hook<Handler>(false);
  }

  /** A required hook for each of these keys. */
  static requiredForEach<Key extends string, Handler>(keys: readonly Key[]): Readonly<Record<Key, Hook<Handler>>> {
    return Object.fromEntries(keys.map((key) => [key, Hook.required<Handler>()])) as Record<Key, Hook<Handler>>;
  }

  register(handler: Handler): void {
    this.registered.push(handler);
  }

  /** In order of registration. */
  get handlers(): readonly Handler[] {
    return this.registered;
  }

  /** For hooks that one module registers for. */
  get handler(): Handler {
    const [handler] = this.registered;
    if (handler === undefined) throw new Error('This hook was called before a module registered for it.');
    return handler;
  }
}

/** The required hooks of these providers that have no registration, as `Class.field` or `Class.field.key`. */
export function findMissingRegistrations(providers: Iterable<unknown>): string[] {
  return [...new Set(providers)].flatMap((provider) =>
    fieldsOf(provider).flatMap(([field, value]) => {
      const hooks: readonly [string, unknown][] =
        value instanceof Hook
          ? [[field, value]]
          : isPlainObject(value)
            ? Object.entries(value).map(([key, hook]) => [`${field}.${key}`, hook])
            : [];
      return hooks.filter(([, hook]) => isMissing(hook)).map(([path]) => `${provider?.constructor.name}.${path}`);
    }),
  );
}

const isMissing = (value: unknown): boolean => value instanceof Hook && value.isRequired && value.handlers.length === 0;

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Fields with their values; getters are not called. */
const fieldsOf = (provider: unknown): readonly [string, unknown][] =>
  typeof provider === 'object' && provider !== null && !isPlainObject(provider)
    ? Object.entries<PropertyDescriptor>(Object.getOwnPropertyDescriptors(provider)).map(([field, { value }]) => [
        field,
        value as unknown,
      ])
    : [];
