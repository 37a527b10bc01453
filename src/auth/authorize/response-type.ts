import type { GrantType } from '../../clients/grant-types.js';
import { MalformedAuthorization, ResponseTypeNotAllowed, UnsupportedResponseType } from './authorization-errors.js';
import type { Parameters } from './parameters.js';

/** What the client wants to get back, whatever the order in which it was asked for. */
export type ResponseType = Readonly<{ code: boolean; token: boolean; idToken: boolean }>;

/** As discovery lists them; in a set of names their order means nothing. */
const responseTypes: readonly string[] = [
  'code',
  'token',
  'id_token',
  'token id_token',
  'id_token token',
  'code id_token',
];

/** Every other one belongs to the implicit grant, the hybrid to both (OpenID Connect Registration §2). */
const withoutImplicit: readonly string[] = ['code'];

export function supportedResponseTypes(allowsImplicit: boolean): readonly string[] {
  return allowsImplicit ? responseTypes : withoutImplicit;
}

export function readResponseType({ response_type: asked }: Parameters, allowsImplicit: boolean): ResponseType {
  if (asked === undefined) throw new MalformedAuthorization('The parameter response_type is missing.');
  const supported = supportedResponseTypes(allowsImplicit);
  if (!supported.map(sorted).includes(sorted(asked))) throw new UnsupportedResponseType(supported);
  const names = asked.split(' ');
  return { code: names.includes('code'), token: names.includes('token'), idToken: names.includes('id_token') };
}

/** As discovery lists it. */
export function nameOf({ code, token, idToken }: ResponseType): string {
  return [code && 'code', idToken && 'id_token', token && 'token'].filter((name) => name !== false).join(' ');
}

/** A code is the authorization code grant; whatever comes straight from here is the implicit one; the hybrid is both. */
export function refuseResponseType({ code, token, idToken }: ResponseType, granted: readonly GrantType[]): void {
  const needed: GrantType[] = [
    ...(code ? (['authorization_code'] as const) : []),
    ...(token || idToken ? (['implicit'] as const) : []),
  ];
  const missing = needed.find((grantType) => !granted.includes(grantType));
  if (missing !== undefined) throw new ResponseTypeNotAllowed(missing);
}

function sorted(names: string): string {
  return names.split(' ').sort().join(' ');
}
