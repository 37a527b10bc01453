import type { GrantType } from '../../../clients/grant-types.js';
import {
  MalformedAuthorizationError,
  ResponseTypeNotAllowedError,
  UnsupportedResponseTypeError,
} from './authorization-errors.js';
import type { AuthorizationParameters } from './authorization-parameters.js';

/** The requested results, in any order. */
export type ResponseType = Readonly<{ code: boolean; token: boolean; idToken: boolean }>;

/** As discovery lists them; the order of the names has no meaning. */
const RESPONSE_TYPES: readonly string[] = [
  'code',
  'token',
  'id_token',
  'token id_token',
  'id_token token',
  'code id_token',
];

/** All others belong to the implicit grant, the hybrid ones to both (OpenID Connect Registration §2). */
const RESPONSE_TYPES_WITHOUT_IMPLICIT: readonly string[] = ['code'];

export function getSupportedResponseTypes(allowsImplicit: boolean): readonly string[] {
  return allowsImplicit ? RESPONSE_TYPES : RESPONSE_TYPES_WITHOUT_IMPLICIT;
}

export function parseResponseType(
  { response_type: requestedType }: AuthorizationParameters,
  allowsImplicit: boolean,
): ResponseType {
  if (requestedType === undefined) throw new MalformedAuthorizationError('The parameter response_type is missing.');
  const supported = getSupportedResponseTypes(allowsImplicit);
  if (!supported.map(sortNames).includes(sortNames(requestedType))) throw new UnsupportedResponseTypeError(supported);
  const names = requestedType.split(' ');
  return { code: names.includes('code'), token: names.includes('token'), idToken: names.includes('id_token') };
}

/** As discovery lists it. */
export function formatResponseType({ code, token, idToken }: ResponseType): string {
  return [code && 'code', idToken && 'id_token', token && 'token'].filter((name) => name !== false).join(' ');
}

/** A code is the authorization code grant; other results are the implicit grant; hybrid types are both. */
export function rejectUnallowedResponseType(
  { code, token, idToken }: ResponseType,
  granted: readonly GrantType[],
): void {
  const needed: GrantType[] = [
    ...(code ? (['authorization_code'] as const) : []),
    ...(token || idToken ? (['implicit'] as const) : []),
  ];
  const missing = needed.find((grantType) => !granted.includes(grantType));
  if (missing !== undefined) throw new ResponseTypeNotAllowedError(missing);
}

function sortNames(names: string): string {
  return names.split(' ').sort().join(' ');
}
