import type { JWK } from 'jose';

/**
 * RFC 7517 §5: the public keys that verify id tokens. Members are listed one by one, so that no private member is
 * included.
 */
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
