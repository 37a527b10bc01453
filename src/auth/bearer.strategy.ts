import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { Strategy } from 'passport-http-bearer';
import type { Actor } from '../access/actor.js';
import { KeyUsesService } from '../clients/key-uses.service.js';
import { parseBearerToken } from './authorization-header.js';
import { decide, type StrategyRun } from './run-strategy.js';
import { TokensService } from './tokens/tokens.service.js';

/** The holder of an access token, and the token that proves it. */
type Bearer = Readonly<{ actor: Actor; token: string }>;

const BEARER_CHALLENGE = 'Bearer realm="kontor"';
const INVALID_TOKEN_CHALLENGE = `${BEARER_CHALLENGE}, error="invalid_token"`;

/**
 * Turns an access token into its actor, for every endpoint that takes one.
 *
 * passport-http-bearer also takes tokens from the query and the body, which would stand in logs and histories (RFC 9700
 * §4.3.2), and rejects a second space after the scheme, which RFC 9110 §11.4 permits. So the one reading of the header
 * is here, in place of the library's.
 */
@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy, 'bearer') {
  constructor(
    private readonly tokens: TokensService,
    private readonly uses: KeyUsesService,
  ) {
    super({ realm: 'kontor', passReqToCallback: true });
  }

  override authenticate(this: BearerStrategy & StrategyRun<Bearer>, request: Pick<FastifyRequest, 'headers'>): void {
    const credentials = parseBearerToken(request.headers.authorization ?? '');
    if (credentials === null) this.fail(BEARER_CHALLENGE);
    else decide(this, request, { credentials, challenge: INVALID_TOKEN_CHALLENGE });
  }

  async validate(_request: unknown, token: string): Promise<Bearer | false> {
    const actor = await this.tokens.verify(token);
    if (actor === null) return false;
    if (actor.clientId !== null) this.uses.record(actor.clientId);
    return { actor, token };
  }
}
