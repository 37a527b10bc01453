import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { Strategy } from 'passport-http-bearer';
import type { Actor } from '../access/actor.js';
import type { StreamLease } from '../access/stream-lease.js';
import { KeyUsesService } from '../clients/key-uses.service.js';
import { TokensService } from './tokens/tokens.service.js';

/** Turns an access token into its actor. */
@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy, 'bearer') {
  constructor(
    private readonly tokens: TokensService,
    private readonly uses: KeyUsesService,
  ) {
    super({ realm: 'kontor', passReqToCallback: true });
  }

  /** passport-http-bearer also accepts tokens in query and body. Here it sees the header only (RFC 9700 §4.3.2). */
  override authenticate({ headers }: Pick<FastifyRequest, 'headers'>): void {
    super.authenticate({ headers } as never);
  }

  async validate(_request: unknown, token: string): Promise<Actor | false> {
    const actor = await this.tokens.verify(token);
    if (actor?.clientId) this.uses.record(actor.clientId);
    return actor ?? false;
  }

  /** How long the holder of a verified token may keep a stream open. */
  createLease({ headers }: Pick<FastifyRequest, 'headers'>): Promise<StreamLease | undefined> {
    return this.tokens.createLease((headers.authorization ?? '').split(' ')[1] ?? '');
  }
}
