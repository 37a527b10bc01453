import { AuthorizationCodesService } from '../../src/auth/oauth/authorize/authorization-codes.service.js';
import { hashToken } from '../../src/auth/tokens/token.js';
import { TokenIssuerService } from '../../src/auth/tokens/token-issuer.service.js';
import type { TestApp } from './test-app.js';
import type { Person } from './people.js';
import { basic } from './token-endpoint.js';

/** What may be used once. */
export type Kind = 'authorization_codes' | 'refresh_tokens';

/** Brings a code or a refresh token somewhere; gives the answer's body. */
export type Use = (token: string) => Promise<Record<string, string>>;

/** What came of a race for one token: how many were given tokens, how many different ones, how many were born, how many of those are alive. */
export type Race = Readonly<{
  winners: number;
  pairs: number;
  refusals: readonly string[];
  generations: number;
  alive: number;
}>;

/** Codes and refresh tokens of a person as they are after a sign-in, the endpoints at which they are used, and races for them. */
export function openRaces(testApp: TestApp, { id: userId, key }: Person) {
  const service = <Service>(type: new (...args: never[]) => Service): Service =>
    testApp.app.get(type, { strict: false });
  const granted = (grantType: 'password' | 'authorization_code') => ({
    clientId: key.clientId,
    userId,
    actingUserId: userId,
    grantType,
    scope: '',
    isRefreshable: true,
  });
  const post = async (
    url: string,
    payload: object | string,
    headers: Record<string, string>,
  ): Promise<Record<string, string>> =>
    (
      await testApp.app.inject({ method: 'POST', url, headers: { accept: 'application/json', ...headers }, payload })
    ).json();
  const bring = (form: Record<string, string>) =>
    post('/oauth/token', new URLSearchParams(form).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: basic(key),
    });

  /** Refresh tokens of the token's family beside itself, and those among them that could still be used. */
  const bornOf = async (kind: Kind, token: string): Promise<Pick<Race, 'generations' | 'alive'>> => {
    const [row] = await testApp.orm.em.fork().execute<Pick<Race, 'generations' | 'alive'>[]>(
      `select count(*)::int generations, (count(*) filter (where r.used_at is null and f.revoked_at is null))::int alive
       from ${kind} t join token_families f on f.id = t.family_id join refresh_tokens r on r.family_id = f.id where t.digest = ? and r.digest <> t.digest`,
      [hashToken(token)],
    );
    return row ?? { generations: 0, alive: 0 };
  };

  return {
    newCode: async (): Promise<string> => {
      const familyId = await service(TokenIssuerService).openFamily(granted('authorization_code'));
      return service(AuthorizationCodesService).issue({
        familyId,
        redirectUri: 'https://app.example/cb',
        codeChallenge: null,
        nonce: null,
        authTime: new Date(),
      });
    },
    newRefreshToken: async (): Promise<string> =>
      (await service(TokenIssuerService).issue(granted('password'))).refreshToken ?? '',

    exchange: ((code) => bring({ grant_type: 'authorization_code', code })) satisfies Use,
    refresh: ((token) => bring({ grant_type: 'refresh_token', refresh_token: token })) satisfies Use,
    redeemNaively: ((token) => post('/naive/code', { token }, {})) satisfies Use,
    refreshNaively: ((token) => post('/naive/refresh', { token }, {})) satisfies Use,

    /** The refresh token was used long enough ago that no second use of it is forgiven. */
    endGrace: (token: string) =>
      testApp.orm.em
        .fork()
        .execute(`update refresh_tokens set used_at = used_at - interval '11 seconds' where digest = ?`, [
          hashToken(token),
        ]),

    async race(kind: Kind, token: string, uses: readonly (() => ReturnType<Use>)[]): Promise<Race> {
      const answers = await Promise.all(uses.map((use) => use()));
      const won = answers.filter((answer) => answer['access_token'] !== undefined);
      const refusals = [
        ...new Set(answers.filter((answer) => !won.includes(answer)).map(({ error }) => error ?? 'nothing at all')),
      ];
      return {
        winners: won.length,
        pairs: new Set(won.map((answer) => `${answer['access_token']} ${answer['refresh_token']}`)).size,
        refusals,
        ...(await bornOf(kind, token)),
      };
    },
  };
}
