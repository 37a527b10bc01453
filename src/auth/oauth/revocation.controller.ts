import { Body, Controller, Header, HttpCode, Post, Req, UseGuards } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Access } from '../../access/access.decorator.js';
import { limits } from '../../http/limits.js';
import { AlwaysJson, BodyLimit, ErrorFormat } from '../../http/route-options.decorator.js';
import { SingleAuthorizationGuard } from './single-authorization.guard.js';
import { ClientAuthenticationService } from './client-authentication.service.js';
import { toOAuthErrorView } from './oauth-error.view.js';
import type { PresentedTokenDto } from './presented-token.dto.js';
import { TokenRevocationService } from './token-revocation.service.js';
import { parseTokenForm, requireParameter } from './token-form.js';

@Controller('oauth')
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
  @Access('none')
  @UseGuards(SingleAuthorizationGuard)
  @AlwaysJson()
  @ErrorFormat(toOAuthErrorView)
  @BodyLimit(limits.formBytes)
  @HttpCode(200)
  @Header('cache-control', 'no-store')
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
