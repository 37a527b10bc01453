import { Controller, Get, Header, HttpCode, Options, Post, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Access } from '../access/access.decorator.js';
import type { Actor } from '../access/actor.js';
import { AlwaysJson, ErrorFormat } from '../http/route-options.decorator.js';
import { KeyUsesService } from '../clients/key-uses.service.js';
import { UsersService } from '../users/users.service.js';
import { InsufficientScope, InvalidToken, RepeatedToken, TokenMissing } from './auth-errors.js';
import { isRepeated } from './basic-credentials.js';
import { bearerErrorView } from './oauth-error.view.js';
import { TokensService } from './tokens.service.js';
import { userInfoView, type UserInfoView } from './user-info.view.js';

/** Who an access token stands for. Open to everybody, because OpenID Connect wants a plain 401 here and no redirect (RFC 6750 §3). */
@Controller('oauth/userinfo')
@Access('none')
export class UserInfoController {
  constructor(
    private readonly tokens: TokensService,
    private readonly uses: KeyUsesService,
    private readonly users: UsersService,
  ) {}

  /**
   * Tells about the user what the scope of the access token allows. A token in the query is none, and no reason to complain.
   *
   * @needs bearer
   * @example {"sub": "2", "name": "Ada Lovelace", "given_name": "Ada", "family_name": "Lovelace", "updated_at": 1769785445, "email": "ada@example.test", "email_verified": false}
   */
  @Get()
  @AlwaysJson()
  @ErrorFormat(bearerErrorView)
  @Header('access-control-allow-origin', '*')
  @Header('access-control-expose-headers', 'WWW-Authenticate')
  getUserInfo(@Query() _ignored: object, @Req() request: FastifyRequest): Promise<UserInfoView> {
    return this.answer(request);
  }

  /**
   * The same as `GET /oauth/userinfo` (OpenID Connect Core §5.3.1). The token stands in the header here, too.
   *
   * @needs bearer
   * @example {"sub": "2", "name": "Ada Lovelace", "given_name": "Ada", "family_name": "Lovelace", "updated_at": 1769785445, "email": "ada@example.test", "email_verified": false}
   */
  @Post()
  @AlwaysJson()
  @ErrorFormat(bearerErrorView)
  @HttpCode(200)
  @Header('access-control-allow-origin', '*')
  @Header('access-control-expose-headers', 'WWW-Authenticate')
  getUserInfoByPost(@Query() _ignored: object, @Req() request: FastifyRequest): Promise<UserInfoView> {
    return this.answer(request);
  }

  /**
   * Lets a page of any site ask with a token.
   *
   * A token is no cookie, and goes only where its holder sends it.
   */
  @Options()
  @HttpCode(204)
  @Header('access-control-allow-origin', '*')
  @Header('access-control-allow-methods', 'GET, POST')
  @Header('access-control-allow-headers', 'Authorization')
  @Header('access-control-max-age', '86400')
  admit(): void {
    // The headers are the answer.
  }

  private async answer(request: FastifyRequest): Promise<UserInfoView> {
    if (isRepeated(request.raw.rawHeaders)) throw new RepeatedToken();
    const actor = await this.actorOf(request.headers.authorization);
    request.isRecognised = true;
    if (!actor.scope.includes('openid')) throw new InsufficientScope('openid');
    return userInfoView(await this.users.me(actor), actor);
  }

  private async actorOf(authorization: string | undefined): Promise<Actor> {
    const [, token] = /^bearer +(\S+) *$/i.exec(authorization ?? '') ?? [];
    if (token === undefined) throw new TokenMissing();
    const actor = await this.tokens.recognise(token);
    if (!actor) throw new InvalidToken();
    if (actor.clientId !== null) this.uses.note(actor.clientId);
    return actor;
  }
}
