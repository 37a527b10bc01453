import type { Actor } from './actor.js';
import { Hook } from './hook.js';

/** Fields of views, queries and forms in which an id stands whose thing has a name. */
const NAMED_FIELDS = [
  'instrument_id',
  'acct_id',
  'product_id',
  'product_group_id',
  'product_group_currency',
  'user_id',
  'user_name',
  'actor_name',
  'acct_currency',
  'acct_owner',
  'acct_owner_email',
  'instrument_tick',
  'instrument_name',
] as const;

export type NamedField = (typeof NAMED_FIELDS)[number];

/** The user who reads the names; null is an anonymous visitor. */
export type NameViewer = Readonly<{ userId: number; isAdministrator: boolean }> | null;

/** Other values that are shown with a name. */
const COMPANION_FIELDS: ReadonlyMap<NamedField, readonly NamedField[]> = new Map<NamedField, readonly NamedField[]>([
  ['acct_id', ['acct_currency', 'acct_owner', 'acct_owner_email']],
  ['instrument_id', ['instrument_tick', 'instrument_name']],
  ['product_group_id', ['product_group_currency']],
  ['user_id', ['user_name']],
]);

export type NamedIds = ReadonlyMap<NamedField, ReadonlySet<number>>;

/** An account offered for a choice. Administrators see the email of its owner. */
export type AccountOption = Readonly<{ id: number; name: string; owner?: string }>;

/** The accounts that a user may view; null where there are too many for a list. */
type AccountLister = (actor: Actor) => Promise<readonly AccountOption[] | null>;

/** An API key offered for a choice, by its client id. */
export type ClientOption = Readonly<{ id: string; name: string }>;

type ClientLister = (actor: Actor) => Promise<readonly ClientOption[] | null>;

/** An instrument offered for a choice, by its symbol. */
export type InstrumentOption = Readonly<{ symbol: string; name: string }>;

type InstrumentLister = (actor: Actor) => Promise<readonly InstrumentOption[]>;

/** Finds what these things are called; what is missing has no name. */
type NameResolver = (ids: readonly number[], viewer: NameViewer) => Promise<ReadonlyMap<number, string>>;

type NameLookup = (field: NamedField, id: number) => string;

/**
 * The names of the things whose ids a view contains: programs receive ids, people read names. The modules that own the things register their names; pages stay pure functions,
 * and no reader sees the name of a thing whose id they may not see.
 */
export class NameDirectory {
  readonly resolvers = Hook.requiredForEach<NamedField, NameResolver>(NAMED_FIELDS);
  readonly accountLister = Hook.required<AccountLister>();
  readonly clientLister = Hook.required<ClientLister>();
  readonly instrumentLister = Hook.required<InstrumentLister>();

  /** A page with ids in place of names is better than none; the failure is reported. */
  constructor(private readonly onFailure: (field: NamedField | 'client_id', error: unknown) => void) {}

  /** The accounts to choose from; null where the user has to type the number. */
  listAccountOptions(actor: Actor): Promise<readonly AccountOption[] | null> {
    return this.findOr(null, 'acct_id', () => this.accountLister.handler(actor));
  }

  /** The keys to choose from; null where the user has to type the client id. */
  listClientOptions(actor: Actor): Promise<readonly ClientOption[] | null> {
    return this.findOr(null, 'client_id', () => this.clientLister.handler(actor));
  }

  /** The instruments to choose from; null where the user has to know the symbol. */
  listInstrumentOptions(actor: Actor): Promise<readonly InstrumentOption[] | null> {
    return this.findOr(null, 'instrument_id', () => this.instrumentLister.handler(actor));
  }

  async resolve(ids: NamedIds, viewer: NameViewer): Promise<NameLookup> {
    const readable = [...ids]
      .map(([field, fieldIds]) => [field, filterReadable(viewer, field, fieldIds)] as const)
      .filter(([, fieldIds]) => fieldIds.length > 0);
    const companions = readable.flatMap(([field, fieldIds]) =>
      (COMPANION_FIELDS.get(field) ?? []).map((companion) => [companion, fieldIds] as const),
    );
    const names = new Map(
      await Promise.all(
        [...readable, ...companions].map(
          async ([field, fieldIds]) => [field, await this.findNames(field, fieldIds, viewer)] as const,
        ),
      ),
    );
    return (field, id) => names.get(field)?.get(id) ?? String(id);
  }

  private findNames(
    field: NamedField,
    ids: readonly number[],
    viewer: NameViewer,
  ): Promise<ReadonlyMap<number, string>> {
    return this.findOr(new Map<number, string>(), field, () => this.resolvers[field].handler(ids, viewer));
  }

  private async findOr<Found, Missing>(
    missing: Missing,
    field: NamedField | 'client_id',
    find: () => Promise<Found>,
  ): Promise<Found | Missing> {
    try {
      return await find();
    } catch (error) {
      this.onFailure(field, error);
      return missing;
    }
  }
}

const USER_FIELDS: ReadonlySet<NamedField> = new Set<NamedField>(['user_id', 'user_name']);

/** Administrators see the names of users, and each user sees their own; everybody else sees the number. */
const filterReadable = (viewer: NameViewer, field: NamedField, ids: ReadonlySet<number>): readonly number[] =>
  [...ids].filter((id) => !USER_FIELDS.has(field) || viewer?.isAdministrator === true || viewer?.userId === id);
