import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { StreamLease } from '../../access/stream-lease.js';
import { LoginRequiredError } from '../auth-errors.js';
import { TokensService } from '../tokens/tokens.service.js';
import { BrowserSessions } from '../sessions/browser-sessions.provider.js';
import { StreamOriginsService } from './stream-origins.service.js';
import { InvalidTicketError } from './ticket-errors.js';
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
    private readonly origins: StreamOriginsService,
  ) {}

  findCredential(request: FastifyRequest): StreamCredential {
    if (Object.hasOwn(request.query as object, 'ticket')) return 'ticket';
    return request.headers.authorization === undefined && isSameOriginEventSource(request) ? 'cookie' : 'token';
  }

  async authorize(request: FastifyRequest, credential: StreamCredential): Promise<StreamLease> {
    const lease = await this.createLease(credential, request);
    await this.origins.rejectForeignOrigin(request.headers, lease.actor);
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
      accessToken === undefined
        ? await this.sessions.createLease(request)
        : await this.tokens.createLease(accessToken),
    );
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
