import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { StreamLease } from '../../access/stream-leases.service.js';
import type { Actor } from '../../access/actor.js';
import { ClientsService } from '../../clients/clients.service.js';
import { isOfOrigin } from '../../clients/redirect-uri.js';
import { Config } from '../../config/config.js';
import { ForeignOriginError, LoginRequiredError, InvalidTicketError } from '../auth-errors.js';
import { TokensService } from '../tokens/tokens.service.js';
import { BrowserSessions } from '../sessions/browser-sessions.provider.js';
import { TicketsService } from './tickets.service.js';

/** The credential that opens a stream. */
export type StreamCredential = 'ticket' | 'cookie' | 'token';

/** Authorizes streams and their duration: by a ticket, by the session cookie of a page, or by a token. */
@Injectable()
export class StreamAccess {
  constructor(
    private readonly tickets: TicketsService,
    private readonly tokens: TokensService,
    private readonly sessions: BrowserSessions,
    private readonly clients: ClientsService,
    private readonly config: Config,
  ) {}

  findCredential(request: FastifyRequest): StreamCredential {
    if (Object.hasOwn(request.query as object, 'ticket')) return 'ticket';
    return request.headers.authorization === undefined && isSameOriginEventSource(request) ? 'cookie' : 'token';
  }

  async authorize(request: FastifyRequest, credential: StreamCredential): Promise<StreamLease> {
    const lease = await this.createLease(credential, request);
    await this.rejectForeignOrigin(request.headers, lease.actor);
    return lease;
  }

  private async createLease(credential: StreamCredential, request: FastifyRequest): Promise<StreamLease> {
    if (credential === 'ticket') return this.redeemTicket(request);
    return credential === 'cookie'
      ? requireLease(await this.sessions.createLease(request))
      : this.createCallerLease(request);
  }

  /** How long an authenticated caller may keep a stream open. */
  async createCallerLease(request: FastifyRequest): Promise<StreamLease> {
    const { accessToken } = request;
    return requireLease(
      accessToken === undefined ? await this.sessions.createLease(request) : await this.tokens.createLease(accessToken),
    );
  }

  /**
   * A browser opens a WebSocket to any address and names the page's origin (RFC 6455 §10.2): it must be this service, or
   * registered for the user's API key. Programs send no origin.
   */
  private async rejectForeignOrigin({ origin, host }: FastifyRequest['headers'], { clientId }: Actor): Promise<void> {
    if (origin === undefined || isOfOrigin(origin, [this.config.baseUrl, `http://${host}`, `https://${host}`])) return;
    const client = clientId === null ? null : await this.clients.findEnabled(clientId);
    if (!isOfOrigin(origin, client?.redirectUris ?? [])) throw new ForeignOriginError();
  }

  /** The ticket is removed from the query before the DTO reads it. */
  private async redeemTicket(request: FastifyRequest): Promise<StreamLease> {
    const { ticket, ...rest } = request.query as Readonly<Record<string, unknown>>;
    request.query = rest;
    const lease = typeof ticket === 'string' ? await this.tickets.redeem(ticket) : null;
    if (!lease || request.headers.authorization !== undefined) throw new InvalidTicketError();
    return lease;
  }
}

/**
 * An EventSource of a page of this service. Scripts cannot set `Sec-Fetch-Site`, so the browser vouches for the origin;
 * without the header (plain HTTP from elsewhere) the cookie is not accepted. A WebSocket never is: the origin of its
 * page is unknown here.
 */
function isSameOriginEventSource({ method, headers }: FastifyRequest): boolean {
  const { accept = '', upgrade, 'sec-fetch-site': site } = headers;
  return (
    method === 'GET' &&
    upgrade === undefined &&
    site === 'same-origin' &&
    accept.split(/[,;]/, 1)[0]?.trim() === 'text/event-stream'
  );
}

function requireLease(lease: StreamLease | null | undefined): StreamLease {
  if (!lease) throw new LoginRequiredError();
  return lease;
}
