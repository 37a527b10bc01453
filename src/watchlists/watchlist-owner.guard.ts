import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { PathObjectGuard } from '../http/path-object.guard.js';
import { parseId } from '../http/wire-values.js';
import type { Watchlist } from './watchlist.entity.js';
import { WatchlistsService } from './watchlists.service.js';

/** A watchlist and the caller, who owns it or acts for its owner. */
export type OwnedWatchlist = Readonly<{ actor: Actor; watchlist: Watchlist }>;

/** Admits the owner of the watchlist of the path (`:id`). */
@Injectable()
export class WatchlistOwnerGuard extends PathObjectGuard {
  constructor(private readonly watchlists: WatchlistsService) {
    super();
  }

  protected async load(actor: Actor, parameters: Readonly<Record<string, string>>): Promise<OwnedWatchlist | null> {
    const id = parseId(parameters['id']);
    return id === null ? null : { actor, watchlist: await this.watchlists.find(actor, id) };
  }
}
