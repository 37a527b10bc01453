import { Injectable, Logger } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { type Calling, isMentioned, partsOf, type Thing, type AuditText } from './audit-things.js';

/** What a room says of the things that it keeps, to somebody who reads the log. */
type Kind = Readonly<{
  /** The numbers of those in whose name a text stands. */
  search: (actor: Actor, text: string) => Promise<readonly number[]>;
  /** What those are called that this reader may know of. */
  names: (actor: Actor, ids: readonly number[]) => Promise<ReadonlyMap<number, string>>;
}>;

/** More things than this are no answer to what it was about. */
const FOUND_MAX = 1000;

/** What things are called that stand in the log by their numbers: the rooms that keep them say so, for the log knows none of them. */
@Injectable()
export class AuditSubjectsService {
  private readonly log = new Logger(AuditSubjectsService.name);
  private readonly kinds = new Map<Thing, Kind>();

  knownBy(thing: Thing, kind: Kind): void {
    this.kinds.set(thing, kind);
  }

  /** The numbers of what somebody may mean by a text, by what it is. */
  async like(actor: Actor, text: string): Promise<ReadonlyMap<Thing, readonly number[]>> {
    const found = await Promise.all(
      [...this.kinds].map(
        async ([thing, { search }]) => [thing, (await search(actor, text)).slice(0, FOUND_MAX)] as const,
      ),
    );
    return new Map(found.filter(([, ids]) => ids.length > 0));
  }

  /** What everything is called that these entries were about. */
  async in(actor: Actor, entries: readonly AuditText[]): Promise<Calling> {
    const ids = new Map<Thing, Set<number>>();
    for (const { thing, id } of entries.flatMap(partsOf).filter(isMentioned))
      ids.set(thing, (ids.get(thing) ?? new Set()).add(id));
    const names = new Map(
      await Promise.all(
        [...ids].map(async ([thing, of]) => [thing, await this.namesOf(actor, thing, [...of])] as const),
      ),
    );
    return (thing, id) => names.get(thing)?.get(id) ?? null;
  }

  /** An entry with a number in place of a name is better than none. */
  private async namesOf(actor: Actor, thing: Thing, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    try {
      return (await this.kinds.get(thing)?.names(actor, ids)) ?? new Map();
    } catch (error) {
      this.log.warn(`What each ${thing} is called could not be found: ${String(error)}`);
      return new Map();
    }
  }
}
