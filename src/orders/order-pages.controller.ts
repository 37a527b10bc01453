import { Controller, Get, HttpStatus, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Access } from '../access/access.decorator.js';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/actor.decorator.js';
import { AskedByForm, ForPeople, ShownBy } from '../http/shown-by.decorator.js';
import { OrderTicketQuestion } from './ticket.dto.js';
import { ticketPage } from './ticket.page.js';
import { type Ticket, TicketService } from './ticket.service.js';
import { askedOf, type OrderTicketView, ticketView } from './ticket.view.js';

/** Pages on which people give orders; what they send goes to the doors that programs use. */
@Controller('orders')
@Access('session')
export class OrderPagesController {
  constructor(private readonly tickets: TicketService) {}

  /**
   * Shows the form with which somebody gives an order.
   *
   * @answer 303 The same with a name for the order in its address: whoever comes back to it and sends it again makes no second order.
   */
  @Get('new')
  @ForPeople()
  @AskedByForm()
  @ShownBy(ticketPage)
  async ask(@CurrentActor() actor: Actor, @Query() question: OrderTicketQuestion, @Res({ passthrough: true }) reply: FastifyReply): Promise<OrderTicketView | undefined> {
    const { acct_id: acctId, instrument_id: instrumentId, search, client_order_id: reference } = question;
    const ticket = await this.tickets.for(actor, { acctId, instrumentId, search, reference });
    if (ticket.instrument !== null && reference === undefined) {
      leadTo(reply, question, ticket);
      return undefined;
    }
    return ticketView(ticket, question, Date.now());
  }
}

/** The same question, with the instrument that was found, and what the order will be called. */
function leadTo(reply: FastifyReply, question: OrderTicketQuestion, { instrument, reference }: Ticket): void {
  const query = new URLSearchParams({ ...askedOf(question), instrument_id: String(instrument?.instrument.id), client_order_id: reference });
  query.delete('search');
  reply.status(HttpStatus.SEE_OTHER).header('location', `/orders/new?${query}`);
}
