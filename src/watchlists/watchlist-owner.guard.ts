import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { NumberedObjectGuard } from '../http/path-object.guard.js';
import type { Watchlist } from './watchlist.entity.js';
import { WatchlistsService } from './watchlists.service.js';

/** A watchlist and the caller, who owns it or acts for its owner. */
export type OwnedWatchlist = Readonly<{ actor: Actor; watchlist: Watchlist }>;

/** Admits the owner of the watchlist of the path (`:id`). */
@Injectable()
export class WatchlistOwnerGuard extends NumberedObjectGuard<OwnedWatchlist> {
  constructor(watchlists: WatchlistsService) {
    super(async (actor, id) => ({ actor, watchlist: await watchlists.find(actor, id) }));
  }
}
