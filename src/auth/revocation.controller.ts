import { Body, Controller, Header, HttpCode, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Access } from '../access/access.decorator.js';
import { limits } from '../http/limits.js';
import { AlwaysJson, BodyLimit, ErrorFormat } from '../http/route-options.decorator.js';
import { RepeatedAuthorization } from './auth-errors.js';
import { isRepeated } from './basic-credentials.js';
import { ClientAuthenticationService } from './client-authentication.service.js';
import { oauthErrorView } from './oauth-error.view.js';
import type { PresentedToken } from './presented-token.dto.js';
import { RevocationService } from './revocation.service.js';
import { readTokenForm, required } from './token-form.js';

@Controller('oauth')
export class RevocationController {
  constructor(
    private readonly clients: ClientAuthenticationService,
    private readonly revocation: RevocationService,
  ) {}

  /**
   * Ends a token of the API key that asks.
   *
   * The answer is the same whether there was such a token or not. A refresh token takes its access tokens with it; an
   * access token ends alone. A public key only names itself.
   * @takes form
   * @needs client
   */
  @Post('revoke')
  @Access('none')
  @AlwaysJson()
  @ErrorFormat(oauthErrorView)
  @BodyLimit(limits.formBytes)
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async revokeToken(
    @Body() body: PresentedToken | undefined,
    @Req() { headers, raw }: FastifyRequest,
  ): Promise<Record<string, never>> {
    if (isRepeated(raw.rawHeaders)) throw new RepeatedAuthorization();
    const form = readTokenForm<PresentedToken>(headers['content-type'], body);
    const { clientId } = await this.clients.authenticate(headers.authorization, form);
    await this.revocation.revoke(required(form, 'token'), clientId);
    return {};
  }
}
