import { createAccountLabel } from '../accounts/exchange-lists.page.js';
import type { PageContext } from '../pages/page.js';
import type { OverviewView } from './overview.view.js';

/** The names of all accounts of the overview, so that an account is called the same in each of its parts. */
export const createOverviewLabel = (
  { accounts, positions, breaks }: OverviewView,
  context: Pick<PageContext, 'getName'>,
): ((id: number) => string) =>
  createAccountLabel(
    [...positions, ...breaks].map(({ acct_id: id }) => id),
    context,
    accounts,
  );
