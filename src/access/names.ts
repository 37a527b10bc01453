import type { Actor } from './actor.js';

/** Fields of views, queries and forms in which an id stands whose thing has a name. */
export type NamedField =
  | 'instrument_id'
  | 'acct_id'
  | 'product_id'
  | 'product_group_id'
  | 'user_id'
  | 'user_name'
  | 'actor_name'
  | 'acct_terms'
  | 'acct_owner'
  | 'instrument_tick';

/** To whom names are told; null is a stranger. */
export type Reader = Readonly<{ userId: number; isAdministrator: boolean }> | null;

/** What else is told of a thing that is named. */
const BESIDES: ReadonlyMap<NamedField, NamedField> = new Map<NamedField, NamedField>([
  ['acct_id', 'acct_terms'],
  ['instrument_id', 'instrument_tick'],
  ['user_id', 'user_name'],
]);

export type Ids = ReadonlyMap<NamedField, ReadonlySet<number>>;

/** An account that somebody may choose. */
export type NamedAccount = Readonly<{ id: number; name: string }>;

/** The accounts that somebody may look at; null where they are too many to look through. */
type Lister = (actor: Actor) => Promise<readonly NamedAccount[] | null>;

/** An API key that somebody may choose, by its client id. */
export type NamedKey = Readonly<{ id: string; name: string }>;

type KeyLister = (actor: Actor) => Promise<readonly NamedKey[] | null>;

/** Finds what these things are called; what is missing has no name. */
type Namer = (ids: readonly number[], reader: Reader) => Promise<ReadonlyMap<number, string>>;

type NameLookup = (field: NamedField, id: number) => string;

/**
 * What the things are called whose ids stand in a view: programs are told ids, people read names. The rooms that own the things know their names; pages stay pure functions,
 * and nobody is told the name of a thing whose id they were not given anyway.
 */
export class Names {
  private readonly namers = new Map<NamedField, Namer>();
  private lister: Lister = () => Promise.resolve(null);
  private keyLister: KeyLister = () => Promise.resolve(null);

  /** A page with ids in place of names is better than none; somebody is told that they were missed. */
  constructor(private readonly missed: (field: NamedField | 'client_id', error: unknown) => void) {}

  knownBy(field: NamedField, namer: Namer): void {
    this.namers.set(field, namer);
  }

  accountsListedBy(lister: Lister): void {
    this.lister = lister;
  }

  /** What somebody may choose from who is asked for an account; null where they have to say its number. */
  async accountsFor(actor: Actor): Promise<readonly NamedAccount[] | null> {
    try {
      return await this.lister(actor);
    } catch (error) {
      this.missed('acct_id', error);
      return null;
    }
  }

  keysListedBy(lister: KeyLister): void {
    this.keyLister = lister;
  }

  /** The keys that somebody may choose from; null where they are not known, and have to be said. */
  async keysFor(actor: Actor): Promise<readonly NamedKey[] | null> {
    try {
      return await this.keyLister(actor);
    } catch (error) {
      this.missed('client_id', error);
      return null;
    }
  }

  async of(ids: Ids, reader: Reader): Promise<NameLookup> {
    const readable = [...ids]
      .map(([field, of]) => [field, filterReadable(reader, field, of)] as const)
      .filter(([, of]) => of.length > 0);
    const beside = readable.flatMap(([field, of]) =>
      [BESIDES.get(field) ?? []].flat().map((name) => [name, of] as const),
    );
    const found = new Map(
      await Promise.all(
        [...readable, ...beside].map(async ([field, of]) => [field, await this.find(field, of, reader)] as const),
      ),
    );
    return (field, id) => found.get(field)?.get(id) ?? String(id);
  }

  private async find(field: NamedField, ids: readonly number[], reader: Reader): Promise<ReadonlyMap<number, string>> {
    try {
      return (await this.namers.get(field)?.(ids, reader)) ?? new Map();
    } catch (error) {
      this.missed(field, error);
      return new Map();
    }
  }
}

const ofPeople: ReadonlySet<NamedField> = new Set<NamedField>(['user_id', 'user_name']);

/** Who somebody is, administrators are told, and they themselves; everybody else knows them by their number. */
const filterReadable = (reader: Reader, field: NamedField, ids: ReadonlySet<number>): readonly number[] =>
  [...ids].filter((id) => !ofPeople.has(field) || reader?.isAdministrator === true || reader?.userId === id);
