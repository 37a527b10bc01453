import { Controller, Get, HttpStatus, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Access } from '../access/access.decorator.js';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/actor.decorator.js';
import { AskedByForm, ForPeople, ShownBy } from '../http/shown-by.decorator.js';
import { PathId } from '../http/id.decorator.js';
import { CancellationQuestion } from './cancellation.dto.js';
import { cancellationPage } from './cancellation.page.js';
import { type CancellationView, cancellationView } from './cancellation.view.js';
import { ModificationQuestion } from './modification.dto.js';
import { modificationPage } from './modification.page.js';
import { Modifications } from './modification.service.js';
import { type ModificationView, modificationView } from './modification.view.js';
import { OrderCounts } from './order-counts.service.js';
import { OrderTicketQuestion } from './ticket.dto.js';
import { ticketPage } from './ticket.page.js';
import { type Ticket, TicketService } from './ticket.service.js';
import { askedOf, type OrderTicketView, ticketView } from './ticket.view.js';

/** Pages on which people give orders; what they send goes to the doors that programs use. */
@Controller('orders')
@Access('session')
export class OrderPagesController {
  constructor(
    private readonly tickets: TicketService,
    private readonly modifications: Modifications,
    private readonly counts: OrderCounts,
  ) {}

  /**
   * Shows the form with which somebody gives an order.
   *
   * @answer 303 The same with a name for the order in its address: whoever comes back to it and sends it again makes no second order.
   */
  @Get('new')
  @ForPeople()
  @AskedByForm()
  @ShownBy(ticketPage)
  async ask(
    @CurrentActor() actor: Actor,
    @Query() question: OrderTicketQuestion,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OrderTicketView | undefined> {
    const { acct_id: acctId, instrument_id: instrumentId, search, client_order_id: reference } = question;
    const ticket = await this.tickets.for(actor, { acctId, instrumentId, search, reference });
    if (ticket.instrument !== null && reference === undefined) {
      leadTo(reply, question, ticket);
      return undefined;
    }
    return ticketView(ticket, question);
  }

  /** Asks whether many orders are to be cancelled, and says how many there are. */
  @Get('cancellation')
  @ForPeople()
  @ShownBy(cancellationPage)
  async doubt(@CurrentActor() actor: Actor, @Query() question: CancellationQuestion): Promise<CancellationView> {
    const { acct_id: acctId, instrument_id: instrumentId, side } = question;
    return cancellationView(await this.counts.open(actor, { acctId, instrumentId, side }), question);
  }

  /**
   * Shows the form with which somebody gives an order other terms.
   * @param id The number of the order.
   */
  @Get(':id/modification')
  @ForPeople()
  @ShownBy(modificationPage)
  async reconsider(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Query() question: ModificationQuestion,
  ): Promise<ModificationView> {
    return modificationView(await this.modifications.of(actor, id), question);
  }
}

/** The same question, with the instrument that was found, and what the order will be called. */
function leadTo(reply: FastifyReply, question: OrderTicketQuestion, { instrument, reference }: Ticket): void {
  const query = new URLSearchParams({
    ...askedOf(question),
    instrument_id: String(instrument?.instrument.id),
    client_order_id: reference,
  });
  query.delete('search');
  reply.status(HttpStatus.SEE_OTHER).header('location', `/orders/new?${query}`);
}
