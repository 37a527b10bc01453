import { Injectable } from '@nestjs/common';
import type { Actor } from '../../access/actor.js';
import { ClientsService } from '../../clients/clients.service.js';
import { isOfOrigin } from '../../clients/redirect-uri.js';
import { Config } from '../../config/config.js';
import { ForeignOriginError } from '../auth-errors.js';

type OriginHeaders = Readonly<{ origin?: string | undefined; host?: string | undefined }>;

/**
 * The origins that may open a stream. A browser opens a WebSocket to any address and names the page's origin (RFC 6455
 * §10.2): it must be this service, or registered for the user's API key. Programs send no origin.
 */
@Injectable()
export class StreamOriginsService {
  constructor(
    private readonly clients: ClientsService,
    private readonly config: Config,
  ) {}

  async rejectForeignOrigin({ origin, host }: OriginHeaders, { clientId }: Actor): Promise<void> {
    if (origin === undefined || isOfOrigin(origin, [this.config.baseUrl, `http://${host}`, `https://${host}`])) return;
    const client = clientId === null ? null : await this.clients.findEnabled(clientId);
    if (!isOfOrigin(origin, client?.redirectUris ?? [])) throw new ForeignOriginError();
  }
}
