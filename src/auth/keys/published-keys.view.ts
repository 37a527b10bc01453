import type { JWK } from 'jose';

/** RFC 7517 §5: what verifies id tokens. Named member by member, so that no private one is ever among them. */
export type PublishedKeysView = Readonly<{ keys: readonly PublishedKeyView[] }>;

type PublishedKeyView = Readonly<Pick<JWK, (typeof published)[number]>>;

const published = ['kty', 'use', 'alg', 'kid', 'n', 'e', 'crv', 'x', 'y'] as const;

export function publishedKeysView(keys: readonly JWK[]): PublishedKeysView {
  return {
    keys: keys.map((key) =>
      Object.fromEntries(published.flatMap((name) => (key[name] === undefined ? [] : [[name, key[name]]]))),
    ),
  };
}
