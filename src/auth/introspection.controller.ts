import { Body, Controller, Header, HttpCode, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Access } from '../access/access.decorator.js';
import { Config } from '../config/config.js';
import { limits } from '../http/limits.js';
import { AlwaysJson, BodyLimit, ErrorFormat } from '../http/route-options.decorator.js';
import { RepeatedAuthorization } from './auth-errors.js';
import { isRepeated } from './basic-credentials.js';
import { ClientAuthenticationService } from './client-authentication.service.js';
import { type IntrospectionView, introspectionView } from './introspection.view.js';
import { IntrospectionService } from './introspection.service.js';
import { oauthErrorView } from './oauth-error.view.js';
import type { PresentedToken } from './presented-token.dto.js';
import { readTokenForm, required } from './token-form.js';

@Controller('oauth')
export class IntrospectionController {
  constructor(
    private readonly clients: ClientAuthenticationService,
    private readonly introspection: IntrospectionService,
    private readonly config: Config,
  ) {}

  /**
   * Tells an API key what a token is worth.
   *
   * A key sees its own tokens; of any other it is told that they are not active, unless the operator gave it the right to
   * look into all of them. A public key sees none.
   * @takes form
   * @needs client
   */
  @Post('introspect')
  @Access('none')
  @AlwaysJson()
  @ErrorFormat(oauthErrorView)
  @BodyLimit(limits.formBytes)
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  @Header('pragma', 'no-cache')
  async introspectToken(
    @Body() body: PresentedToken | undefined,
    @Req() { headers, raw }: FastifyRequest,
  ): Promise<IntrospectionView> {
    if (isRepeated(raw.rawHeaders)) throw new RepeatedAuthorization();
    const form = readTokenForm<PresentedToken>(headers['content-type'], body);
    const client = await this.clients.authenticateBySecret(headers.authorization, form);
    return introspectionView(await this.introspection.introspect(required(form, 'token'), client), this.config.baseUrl);
  }
}
