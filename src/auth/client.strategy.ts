import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { BasicStrategy } from 'passport-http';
import type { Client } from '../clients/client.entity.js';
import { ClientsService } from '../clients/clients.service.js';
import { parseBasicCredentials } from './basic-credentials.js';

/** Turns Basic credentials into the API key that they prove. */
@Injectable()
export class ClientStrategy extends PassportStrategy(BasicStrategy, 'client') {
  constructor(private readonly clients: ClientsService) {
    super({ realm: 'kontor', passReqToCallback: true });
  }

  /** passport-http cuts the secret at its second colon and never form-decodes, so the header is read again here. */
  async validate({ headers }: Pick<FastifyRequest, 'headers'>): Promise<Client | false> {
    const offered = parseBasicCredentials(headers.authorization ?? '');
    return (offered && (await this.clients.authenticate(offered))) ?? false;
  }
}
