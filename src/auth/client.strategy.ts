import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { BasicStrategy } from 'passport-http';
import type { Client } from '../clients/client.entity.js';
import { ClientsService, type OfferedCredentials } from '../clients/clients.service.js';
import { basicChallenge } from './auth-errors.js';
import { parseBasicCredentials } from './authorization-header.js';
import { MalformedTokenRequestError } from './oauth/oauth-errors.js';
import { decide, type StrategyRun } from './run-strategy.js';

/** A request with Basic credentials; the body of an OAuth request may name the client as well. */
type ClientRequest = Pick<FastifyRequest, 'headers'> & Readonly<{ namedClientId?: string | undefined }>;

/**
 * Turns Basic credentials into the API key that they prove, for every endpoint that takes them.
 *
 * passport-http reads the header differently from RFC 7617: it ends the secret at its second colon, takes any scheme
 * whose name contains `basic`, accepts bytes that are not UTF-8, and knows no form encoding (RFC 6749 §2.3.1). So the
 * one reading of the header is here, in place of the library's.
 */
@Injectable()
export class ClientStrategy extends PassportStrategy(BasicStrategy, 'client') {
  constructor(private readonly clients: ClientsService) {
    super({ realm: 'kontor', passReqToCallback: true });
  }

  override authenticate(this: ClientStrategy & StrategyRun<Client>, request: ClientRequest): void {
    const credentials = parseBasicCredentials(request.headers.authorization ?? '');
    if (credentials) decide(this, request, { credentials, challenge: basicChallenge });
    else this.fail(basicChallenge);
  }

  async validate({ namedClientId }: ClientRequest, offered: OfferedCredentials[]): Promise<Client | false> {
    if (namedClientId !== undefined && !offered.some(({ clientId }) => clientId === namedClientId))
      throw new MalformedTokenRequestError('The client_id in the body is not the one in the header.');
    return (await this.clients.authenticate(offered)) ?? false;
  }
}
