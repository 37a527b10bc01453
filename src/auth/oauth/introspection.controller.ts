import { Body, Controller, Header, HttpCode, Post, Req, UseGuards } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Access } from '../../access/access.decorator.js';
import { Config } from '../../config/config.js';
import { limits } from '../../http/limits.js';
import { AlwaysJson, BodyLimit, ErrorFormat } from '../../http/route-options.decorator.js';
import { SingleAuthorizationGuard } from './single-authorization.guard.js';
import { ClientAuthenticationService } from './client-authentication.service.js';
import { type IntrospectionView, toIntrospectionView } from './introspection.view.js';
import { IntrospectionService } from './introspection.service.js';
import { toOAuthErrorView } from './oauth-error.view.js';
import type { PresentedTokenDto } from './presented-token.dto.js';
import { parseTokenForm, requireParameter } from './token-form.js';

@Controller('oauth')
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
  @Access('none')
  @UseGuards(SingleAuthorizationGuard)
  @AlwaysJson()
  @ErrorFormat(toOAuthErrorView)
  @BodyLimit(limits.formBytes)
  @HttpCode(200)
  @Header('cache-control', 'no-store')
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
