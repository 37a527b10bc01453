import { verify } from '../../src/exchange/verification/verify.service.js';

/** What `kontor verify` finds in a database. */
export const verifyJournal = (url: string, isQuick = false) => verify(url, { isQuick, say: () => undefined });
