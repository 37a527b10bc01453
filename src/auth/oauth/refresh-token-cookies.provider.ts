import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ClientsService } from '../../clients/clients.service.js';
import { isOfOrigin } from '../../clients/redirect-uri.js';
import { Config } from '../../config/config.js';
import { Cookies } from '../../http/cookies.js';
import { parseBasicCredentials } from '../authorization-header.js';
import { InvalidGrantError, MalformedTokenRequestError } from './oauth-errors.js';
import type { TokenForm } from './token-form.js';
import type { IssuedTokens } from '../tokens/token-issuer.service.js';

/** A refresh token from a cookie, with its client and the origin of the page, if the browser sent one. */
export type CookieRefreshToken = Readonly<{ token: string; clientId: string; origin: string | undefined }>;

/**
 * The refresh token of an implicit client, stored in a cookie (interface §4.1). Browsers send cookies with requests
 * from any page, so the page must be of this site or of an origin registered for the client.
 */
@Injectable()
export class RefreshTokenCookies {
  constructor(
    private readonly clients: ClientsService,
    private readonly config: Config,
    private readonly cookies: Cookies,
  ) {}

  /** Null if the token does not come by cookie: another grant, or a token in the body, which has precedence. */
  async readToken(
    { headers }: FastifyRequest,
    form: TokenForm,
    reply: FastifyReply,
  ): Promise<CookieRefreshToken | null> {
    const clientId = form.client_id ?? parseBasicCredentials(headers.authorization ?? '')?.[0]?.clientId;
    if (clientId === undefined || !this.isCookieGrant(headers, form)) return null;
    const token = this.cookies.readRefresh(headers.cookie, clientId);
    if (token === null) throw new InvalidGrantError('The refresh token in the cookie was given to another API key.');
    await this.rejectForeignOrigin(headers, clientId);
    // A page that sends cookies can read no response without this header, not even an error.
    if (headers.origin !== undefined) reply.header('access-control-allow-credentials', 'true');
    return { token, clientId, origin: headers.origin };
  }

  /** The successor is stored where the token was, not in the response. */
  setSuccessor({ clientId, origin }: CookieRefreshToken, issued: IssuedTokens, reply: FastifyReply): IssuedTokens {
    const isCrossSite = origin !== undefined && new URL(origin).hostname !== new URL(this.config.baseUrl).hostname;
    reply.header(
      'set-cookie',
      this.cookies.setRefresh(clientId, issued.refreshToken ?? '', {
        maxAgeSeconds: this.config.lifetimes.own.refreshSeconds,
        isCrossSite,
      }),
    );
    return { ...issued, refreshToken: null };
  }

  private isCookieGrant({ cookie }: FastifyRequest['headers'], form: TokenForm): boolean {
    return form.grant_type === 'refresh_token' && form.refresh_token === undefined && this.cookies.hasRefresh(cookie);
  }

  /** Browsers send the origin of a page that posts. A program without an origin must prove the key's secret. */
  private async rejectForeignOrigin(
    { origin, 'sec-fetch-site': site }: FastifyRequest['headers'],
    clientId: string,
  ): Promise<void> {
    const client = await this.clients.findEnabled(clientId);
    const isAllowed =
      origin === undefined
        ? site === undefined && client?.tokenEndpointAuthMethod !== 'none'
        : isOfOrigin(origin, [this.config.baseUrl, ...(client?.redirectUris ?? [])]);
    if (!isAllowed)
      throw new MalformedTokenRequestError(
        'A refresh token in a cookie may be used by pages of this site, and of the origins that are registered for the API key.',
      );
  }
}
