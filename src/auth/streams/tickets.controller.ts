import { Controller, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { OwnIdempotency, HtmlPage } from '../../http/route-options.decorator.js';
import { StreamAccess } from './stream-access.provider.js';
import { streamTicketPage } from './ticket.page.js';
import { type TicketView, toTicketView } from './ticket.view.js';
import { TicketsService } from './tickets.service.js';

@Controller('tickets')
export class TicketsController {
  constructor(
    private readonly tickets: TicketsService,
    private readonly streamAccess: StreamAccess,
  ) {}

  /**
   * Issues a ticket that opens one stream within 30 seconds.
   *
   * Browsers cannot send an `Authorization` header with a WebSocket or an EventSource. They send the ticket in the URL:
   * `/marketdata/stream?ticket=…`, `/orderactions/stream?ticket=…` or `/events?ticket=…`. A ticket is valid once and for streams only. The stream ends
   * with the token that requested the ticket. Every response has a new ticket, so an `Idempotency-Key` has no effect.
   */
  // A page requests the ticket by its session with its form token and gets a page. The stream then ends with the session.
  @Post()
  @HtmlPage(streamTicketPage)
  @OwnIdempotency()
  async issueTicket(@Req() request: FastifyRequest): Promise<TicketView> {
    return toTicketView(this.tickets.issue(await this.streamAccess.createCallerLease(request)));
  }
}
