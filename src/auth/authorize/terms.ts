import type { AuthorizationRequest } from './authorization-request.js';

/** Not a scope that anybody can ask for. */
const ACTS = 'acts_for_user';

/**
 * What a user agrees to is more than a scope: whether the application may also act for them. It is kept with the scope, so
 * that whoever agreed to be recognised is asked again before the application gets a token.
 */
export function termsOf({ scope, type }: Pick<AuthorizationRequest, 'scope' | 'type'>): string {
  return type.code || type.token ? withActing(scope) : scope;
}

/** The terms of whoever holds a token, however it was got. */
export function withActing(scope: string): string {
  return `${scope} ${ACTS}`;
}

const wordsFor = {
  you: { are: 'you are', your: 'your', you: 'you' },
  they: { are: 'they are', your: 'their', you: 'them' },
} as const;

/** What an application may do, in the words of the user, or of an administrator who acts for them. */
export function permissions(terms: string, person: keyof typeof wordsFor = 'you'): string[] {
  const agreed = terms.split(' ');
  const acts = agreed.includes(ACTS);
  const { are, your, you } = wordsFor[person];
  return [
    `Know which user ${are} here`,
    ...(agreed.includes('profile') ? [`See ${your} name`] : []),
    ...(agreed.includes('email') ? [`See ${your} email address`] : []),
    ...(acts ? [`Act for ${you} here: see ${your} accounts, orders and market data, and place and cancel orders`] : []),
    ...(acts && agreed.includes('offline_access') ? ['Go on doing so while you are away'] : []),
  ];
}
