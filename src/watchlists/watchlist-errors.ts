import { domainError, type Issue } from '../errors/domain-error.js';
import { WATCHLIST_INSTRUMENTS_MAX, WATCHLISTS_MAX } from './watchlist-limits.js';

/** An unknown watchlist, and another user's. */
export class UnknownWatchlistError extends domainError(
  'unknown',
  'unknown_watchlist',
  'You have no watchlist with this id.',
) {}

export class WatchlistNameTakenError extends domainError('conflict', 'watchlist_name_taken') {
  override readonly issues: readonly Issue[];

  constructor() {
    super('You have another watchlist with this name. Choose another name.');
    this.issues = [{ pointer: '/name', message: 'name is that of another of your watchlists' }];
  }
}

export class TooManyWatchlistsError extends domainError(
  'conflict',
  'too_many_watchlists',
  `A user may have ${WATCHLISTS_MAX} watchlists at most. Delete one that is no longer needed.`,
) {}

export class WatchlistFullError extends domainError(
  'conflict',
  'watchlist_full',
  `A watchlist has ${WATCHLIST_INSTRUMENTS_MAX} instruments at most. Remove one, or begin another watchlist.`,
) {}
