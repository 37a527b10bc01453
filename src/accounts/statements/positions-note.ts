import type { Carried } from '../../exchange/commit-loop.js';
import type { Note } from '../account-writing.service.js';

type Stated = Readonly<{ acctId: number; asOf: string; rows: number }>;

/** What is written down of a list of positions. By its number the log knows what it was about. */
export const positionsNote = ({ acctId, asOf, rows }: Stated, carried: Carried | undefined): Note => ({
  action: 'account.positions_stated',
  detail: `${carried === undefined ? '' : `list ${carried.seq} of `}account ${acctId}, close of ${asOf}, ${rows} ${rows === 1 ? 'row' : 'rows'}`,
});
