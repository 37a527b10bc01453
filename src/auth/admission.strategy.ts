import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { StreamLease } from '../access/stream-lease.js';
import { LoginRequired } from './auth-errors.js';
import { BearerStrategy } from './bearer.strategy.js';
import { SessionStrategy } from './sessions/session.strategy.js';
import { StreamOriginsService } from './stream-origins.service.js';
import { WrongTicket } from './tickets/ticket-errors.js';
import { TicketsService } from './tickets/tickets.service.js';

/** By what somebody wants to come in where they may stay. */
export type WayIn = 'ticket' | 'cookie' | 'token';

/** Who may stay at a stream, and until when: by a ticket, by the cookie of our own pages, or by a token. */
@Injectable()
export class AdmissionStrategy {
  constructor(
    private readonly tickets: TicketsService,
    private readonly bearer: BearerStrategy,
    private readonly sessions: SessionStrategy,
    private readonly origins: StreamOriginsService,
  ) {}

  wayOf(request: FastifyRequest): WayIn {
    if (Object.hasOwn(request.query as object, 'ticket')) return 'ticket';
    return request.headers.authorization === undefined && isOwnEventSource(request) ? 'cookie' : 'token';
  }

  async admit(request: FastifyRequest, way: WayIn): Promise<StreamLease> {
    const admission = await this.admissionBy(way, request);
    await this.origins.check(request.headers, admission.actor);
    return admission;
  }

  private async admissionBy(way: WayIn, request: FastifyRequest): Promise<StreamLease> {
    if (way === 'ticket') return this.byTicket(request);
    return way === 'cookie' ? known(await this.sessions.admit(request)) : this.ofCaller(request);
  }

  /** Of somebody who was let in already: until when they might stay. */
  async ofCaller(request: FastifyRequest): Promise<StreamLease> {
    const { headers } = request;
    return known(
      headers.authorization === undefined ? await this.sessions.admit(request) : await this.bearer.admit(request),
    );
  }

  /** The ticket is taken out of the query: the DTO behind knows nothing of it. */
  private async byTicket(request: FastifyRequest): Promise<StreamLease> {
    const { ticket, ...rest } = request.query as Readonly<Record<string, unknown>>;
    request.query = rest;
    const admission = typeof ticket === 'string' ? await this.tickets.redeem(ticket) : null;
    if (!admission || request.headers.authorization !== undefined) throw new WrongTicket();
    return admission;
  }
}

/**
 * An EventSource of one of our own pages. No script can set `Sec-Fetch-Site`, so it is the browser's word for who asks; one that does
 * not say it (over plain HTTP from elsewhere) is not let in by its cookie. A WebSocket never is: its page's origin cannot be seen there.
 */
function isOwnEventSource({ method, headers }: FastifyRequest): boolean {
  const { accept = '', upgrade, 'sec-fetch-site': site } = headers;
  return (
    method === 'GET' &&
    upgrade === undefined &&
    site === 'same-origin' &&
    accept.split(/[,;]/, 1)[0]?.trim() === 'text/event-stream'
  );
}

function known(admission: StreamLease | null | undefined): StreamLease {
  if (!admission) throw new LoginRequired();
  return admission;
}
