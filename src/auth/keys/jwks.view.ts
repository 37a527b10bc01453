import type { JWK } from 'jose';

/** RFC 7517 §5: what verifies id tokens. Named member by member, so that no private one is ever among them. */
export type JwksView = Readonly<{ keys: readonly JwkView[] }>;

type JwkView = Readonly<Pick<JWK, (typeof PUBLISHED_MEMBERS)[number]>>;

const PUBLISHED_MEMBERS = ['kty', 'use', 'alg', 'kid', 'n', 'e', 'crv', 'x', 'y'] as const;

export function toJwksView(keys: readonly JWK[]): JwksView {
  return {
    keys: keys.map((key) =>
      Object.fromEntries(PUBLISHED_MEMBERS.flatMap((name) => (key[name] === undefined ? [] : [[name, key[name]]]))),
    ),
  };
}
