import { Body, Controller, Header, HttpCode, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../../access/access.decorator.js';
import { limits } from '../../http/limits.js';
import {
  AlwaysJson,
  BodyLimit,
  Direct,
  ErrorFormat,
  ForAllRoutes,
  FormOnly,
} from '../../http/route-options.decorator.js';
import { Metrics } from '../../telemetry/metrics.js';
import { SingleAuthorizationGuard } from './single-authorization.guard.js';
import { toOAuthErrorView } from './oauth-error.view.js';
import { RefreshTokenCookies } from './refresh-token-cookies.provider.js';
import { TokenEndpointService } from './token-endpoint.service.js';
import { parseTokenForm, type TokenForm, requireParameter } from './token-form.js';
import type { TokenRequestDto, PresentedTokenDto } from './token.dto.js';
import { toTokenView, type TokenView, type IntrospectionView, toIntrospectionView } from './token.view.js';
import { Config } from '../../config/config.js';
import { ClientAuthenticationService } from './client-authentication.service.js';
import { IntrospectionService } from './introspection.service.js';
import { TokenRevocationService } from './token-revocation.service.js';

/** An endpoint for clients, which takes a form. */
const ClientEndpoint = ForAllRoutes(
  AlwaysJson(),
  ErrorFormat(toOAuthErrorView),
  BodyLimit(limits.formBytes),
  FormOnly(),
  HttpCode(200),
  Header('cache-control', 'no-store'),
);

@Controller('oauth')
@Access('none')
@UseGuards(SingleAuthorizationGuard)
@ClientEndpoint
export class RevocationController {
  constructor(
    private readonly clients: ClientAuthenticationService,
    private readonly revocation: TokenRevocationService,
  ) {}

  /**
   * Revokes a token of the API key.
   *
   * The response is the same for an unknown token. A refresh token is revoked with its access tokens; an access token
   * is revoked alone. A public key sends only its `client_id`.
   *
   * @takes form
   * @needs client
   */
  @Post('revoke')
  async revokeToken(
    @Body() body: PresentedTokenDto | undefined,
    @Req() { headers }: FastifyRequest,
  ): Promise<Record<string, never>> {
    const form = parseTokenForm<PresentedTokenDto>(headers['content-type'], body);
    const { clientId } = await this.clients.authenticate(headers.authorization, form);
    await this.revocation.revoke(requireParameter(form, 'token'), clientId);
    return {};
  }
}

@Controller('oauth')
@Access('none')
@UseGuards(SingleAuthorizationGuard)
@ClientEndpoint
export class IntrospectionController {
  constructor(
    private readonly clients: ClientAuthenticationService,
    private readonly introspection: IntrospectionService,
    private readonly config: Config,
  ) {}

  /**
   * Returns the state of a token to an API key.
   *
   * A key sees its own tokens. Any other token is `"active": false`, unless the operator gave the key the introspection
   * right. A public key sees none.
   *
   * @takes form
   * @needs client
   */
  @Post('introspect')
  @Header('pragma', 'no-cache')
  async introspectToken(
    @Body() body: PresentedTokenDto | undefined,
    @Req() { headers }: FastifyRequest,
  ): Promise<IntrospectionView> {
    const form = parseTokenForm<PresentedTokenDto>(headers['content-type'], body);
    const client = await this.clients.authenticateBySecret(headers.authorization, form);
    return toIntrospectionView(
      await this.introspection.introspect(requireParameter(form, 'token'), client),
      this.config.baseUrl,
    );
  }
}

/** Public: the client credentials may be in the body, and errors have the format of RFC 6749. */
@Controller('oauth')
@Access('none')
@UseGuards(SingleAuthorizationGuard)
@ClientEndpoint
export class TokenController {
  constructor(
    private readonly endpoint: TokenEndpointService,
    private readonly refreshCookies: RefreshTokenCookies,
    private readonly metrics: Metrics,
  ) {}

  /**
   * Issues tokens for a grant.
   *
   * The body is a form. The API key is sent as HTTP Basic, or as `client_id` and `client_secret` in the body; a public
   * key sends only `client_id`. Errors have the format of RFC 6749 §5.2: `error` and `error_description`.
   *
   * @needs client
   * @example {"access_token": "kat_Zr8Xq2vN5tYw0LhC7uKbS1mGdE9aJfP4oViTnR3xQyU", "token_type": "bearer", "expires_in": 3600, "refresh_token": "krt_4bq0T1mX8sVYcUe2kR7dWnJ5hLfZ9aGo3iKpBtQyE6x"}
   */
  @Post('token')
  @Direct()
  @Header('pragma', 'no-cache')
  async issueToken(
    @Body() body: TokenRequestDto | undefined,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TokenView> {
    const { headers, ip } = request;
    const form = await this.parseForm(request, body);
    const cookieToken = await this.refreshCookies
      .readToken(request, form, reply)
      .catch((error: unknown) => this.endpoint.reject(error, form));
    const issued = await this.endpoint.issue(
      headers.authorization,
      cookieToken ? { ...form, refresh_token: cookieToken.token } : form,
      ip,
    );
    this.metrics.identity.recordTokenIssued(form.grant_type ?? '');
    return toTokenView(
      cookieToken ? this.refreshCookies.setSuccessor(cookieToken, issued, reply) : issued,
      form.scope ?? '',
    );
  }

  private async parseForm({ headers }: FastifyRequest, body: TokenRequestDto | undefined): Promise<TokenForm> {
    try {
      return parseTokenForm(headers['content-type'], body);
    } catch (error) {
      return this.endpoint.reject(error, {});
    }
  }
}
