import { isOfOrigin, isOwnMachine, isRegisteredUri } from '../../clients/redirect-uri.js';
import { isLocalPath } from '../../http/local-path.js';

/** The parameters of a redirect after the sign-out. */
export type LogoutRedirectRequest = Readonly<{
  redirectUri: string | undefined;
  referer: string | undefined;
  state: string | undefined;
}>;

/** Permitted targets: the key's URIs, this service, and loopback addresses for the owner of a key without URIs. */
export type LogoutRedirectRules = Readonly<{ registered: readonly string[]; isOwner: boolean; baseUrl: string }>;

/** The target if the requested one is not permitted. */
const HOME = '/';

/**
 * A URI is followed if it is registered exactly or of this service; the previous page if its origin is registered
 * (interface §4.1).
 */
export function resolveLogoutTarget(
  { redirectUri, referer, state }: LogoutRedirectRequest,
  rules: LogoutRedirectRules,
): string {
  if (redirectUri !== undefined) return isAllowed(redirectUri, rules) ? addState(redirectUri, state) : HOME;
  if (referer !== undefined && isOfOrigin(referer, [rules.baseUrl, ...rules.registered])) return referer;
  return HOME;
}

function isAllowed(uri: string, { registered, isOwner, baseUrl }: LogoutRedirectRules): boolean {
  if (isRegisteredUri(uri, registered)) return true;
  if (registered.length === 0 && isOwner && isOwnMachine(uri)) return true;
  const path = uri.startsWith(`${baseUrl}/`) ? uri.slice(baseUrl.length) : uri;
  return isLocalPath(path);
}

function addState(uri: string, state: string | undefined): string {
  return state === undefined ? uri : `${uri}${uri.includes('?') ? '&' : '?'}state=${encodeURIComponent(state)}`;
}
