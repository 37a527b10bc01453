import { Controller, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { OwnIdempotency, HtmlPage } from '../../http/route-options.decorator.js';
import { StreamAccess } from '../stream-access.provider.js';
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
   * Gives a ticket, which opens one stream in the next 30 seconds.
   *
   * A browser can send no `Authorization` header with a WebSocket or an EventSource. It sends the ticket in the address instead:
   * `/marketdata/stream?ticket=…` or `/events?ticket=…`. A ticket is good once, and for streams alone. The stream ends when the
   * token ends with which its ticket was asked for. Every answer has a new ticket, so an `Idempotency-Key` means nothing here.
   */
  // A page asks by its session, with its form token, and gets a page: the stream then ends with the session.
  @Post()
  @HtmlPage(streamTicketPage)
  @OwnIdempotency()
  async issueTicket(@Req() request: FastifyRequest): Promise<TicketView> {
    return toTicketView(this.tickets.issue(await this.streamAccess.createCallerLease(request)));
  }
}
