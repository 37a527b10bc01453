import type { GrantType } from './grant-types.js';

const words: Readonly<Record<GrantType, string>> = {
  password: 'exchange an email and a password for a token',
  authorization_code: 'let people sign in and receive a code',
  implicit: 'let people sign in and receive a token at once',
  refresh_token: 'refresh its tokens',
  client_credentials: 'act for you with its secret alone',
};

const order = Object.keys(words) as GrantType[];

/** The permissions of a key in words, in a fixed order. */
export function grantWords(grants: readonly GrantType[]): string[] {
  return order.filter((grant) => grants.includes(grant)).map((grant) => words[grant]);
}
