import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';

/** The ids of those things in whose name a text stands, of those that somebody may know of. */
type Search = (actor: Actor, text: string) => Promise<readonly number[]>;

/** What an entry calls a thing, before its number. */
export type Thing = 'account' | 'instrument' | 'product' | 'productgroup' | 'user';

/** More things than this are no answer to what it was about. */
const FOUND_MAX = 1000;

/** What things are called that stand in the log by their numbers: the rooms that keep them say so, for the log knows none of them. */
@Injectable()
export class AuditThings {
  private readonly searches = new Map<Thing, Search>();

  foundBy(thing: Thing, search: Search): void {
    this.searches.set(thing, search);
  }

  /** The numbers of what somebody may mean by a text, by what it is. */
  async like(actor: Actor, text: string): Promise<ReadonlyMap<Thing, readonly number[]>> {
    const found = await Promise.all([...this.searches].map(async ([thing, search]) => [thing, (await search(actor, text)).slice(0, FOUND_MAX)] as const));
    return new Map(found.filter(([, ids]) => ids.length > 0));
  }
}
