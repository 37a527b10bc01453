import { MalformedAuthorization } from './authorization-errors.js';
import type { Parameters } from './parameters.js';
import type { ResponseType } from './response-type.js';

/** How the answer travels: behind a question mark, behind a hash, or in a form that posts itself. */
export type ResponseMode = 'query' | 'fragment' | 'form_post';

export const responseModes: readonly ResponseMode[] = ['query', 'fragment', 'form_post'];

/** Only a lone code may stand in a query, where logs and neighbors see it (OAuth 2.0 Multiple Response Types §5). */
export function readResponseMode({ response_mode: asked }: Parameters, type: ResponseType): ResponseMode {
  const usual = usualMode(type);
  if (asked === undefined) return usual;
  const mode = responseModes.find((known) => known === asked);
  if (!mode)
    throw new MalformedAuthorization(`This response_mode is not known. Known are ${responseModes.join(', ')}.`);
  if (mode === 'query' && usual === 'fragment')
    throw new MalformedAuthorization(
      'Tokens do not travel in a query: leave response_mode out, or ask for fragment or form_post.',
    );
  return mode;
}

/**
 * Where errors go, which may concern the very parameters that say so: the place of success as far as it can be read
 * (OpenID Connect Core §3.2.2.6), and never a query for a client that expects a fragment.
 */
export function modeForErrors({ response_type: type = '', response_mode: mode }: Parameters): ResponseMode {
  const usual = usualMode({ token: /(?:^| )token(?: |$)/.test(type), idToken: /(?:^| )id_token(?: |$)/.test(type) });
  if (mode === 'form_post' || mode === 'fragment') return mode;
  return usual;
}

function usualMode({ token, idToken }: Pick<ResponseType, 'token' | 'idToken'>): ResponseMode {
  return token || idToken ? 'fragment' : 'query';
}
