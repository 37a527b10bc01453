import { Controller, Get, Header, HttpCode, Options, Post, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Access } from '../../access/access.decorator.js';
import { AlwaysJson, ErrorFormat } from '../../http/route-options.decorator.js';
import { UsersService } from '../../users/users.service.js';
import { InsufficientScopeError, InvalidTokenError, RepeatedTokenError, TokenMissingError } from '../auth-errors.js';
import { isAuthorizationRepeated } from '../authorization-header.js';
import { toBearerErrorView } from './oauth-error.view.js';
import { BearerStrategy } from '../bearer.strategy.js';
import { runStrategy } from '../run-strategy.js';
import { toUserInfoView, type UserInfoView } from './user-info.view.js';

/**
 * The user of an access token.
 *
 * The route is public because OpenID Connect requires a plain 401 here and no redirect (RFC 6750 §3).
 */
@Controller('oauth/userinfo')
@Access('none')
export class UserInfoController {
  constructor(
    private readonly bearer: BearerStrategy,
    private readonly users: UsersService,
  ) {}

  /**
   * Returns the claims of the user that the token's scope permits.
   *
   * A token in the query is ignored.
   *
   * @needs bearer
   * @example {"sub": "2", "name": "Ada Lovelace", "given_name": "Ada", "family_name": "Lovelace", "updated_at": 1769785445, "email": "ada@example.test", "email_verified": false}
   */
  @Get()
  @AlwaysJson()
  @ErrorFormat(toBearerErrorView)
  @Header('access-control-allow-origin', '*')
  @Header('access-control-expose-headers', 'WWW-Authenticate')
  getUserInfo(@Query() _query: object, @Req() request: FastifyRequest): Promise<UserInfoView> {
    return this.readUserInfo(request);
  }

  /**
   * Returns the claims of the user; the same as `GET /oauth/userinfo`.
   *
   * The token is in the header here as well (OpenID Connect Core §5.3.1).
   *
   * @needs bearer
   * @example {"sub": "2", "name": "Ada Lovelace", "given_name": "Ada", "family_name": "Lovelace", "updated_at": 1769785445, "email": "ada@example.test", "email_verified": false}
   */
  @Post()
  @AlwaysJson()
  @ErrorFormat(toBearerErrorView)
  @HttpCode(200)
  @Header('access-control-allow-origin', '*')
  @Header('access-control-expose-headers', 'WWW-Authenticate')
  getUserInfoByPost(@Query() _query: object, @Req() request: FastifyRequest): Promise<UserInfoView> {
    return this.readUserInfo(request);
  }

  /** Allows every origin: the request needs a token, which browsers do not send by themselves. */
  @Options()
  @HttpCode(204)
  @Header('access-control-allow-origin', '*')
  @Header('allow', 'GET, HEAD, OPTIONS, POST')
  @Header('access-control-allow-methods', 'GET, POST')
  @Header('access-control-allow-headers', 'Authorization')
  @Header('access-control-max-age', '86400')
  getUserInfoOptions(): void {
    // The headers are the answer.
  }

  private async readUserInfo(request: FastifyRequest): Promise<UserInfoView> {
    if (isAuthorizationRepeated(request)) throw new RepeatedTokenError();
    const { actor } = await runStrategy(this.bearer, request, (challenge) =>
      challenge.includes('error=') ? new InvalidTokenError() : new TokenMissingError(),
    );
    request.isAuthenticated = true;
    if (!actor.scope.includes('openid')) throw new InsufficientScopeError('openid');
    return toUserInfoView(await this.users.findSelf(actor), actor);
  }
}
