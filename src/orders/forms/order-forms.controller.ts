import { Controller, Get, HttpStatus, Query, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Access } from '../../access/access.decorator.js';
import type { Actor } from '../../access/actor.js';
import { CurrentActor } from '../../access/actor.decorator.js';
import { BrowserOnly, ForAllRoutes, HtmlPage } from '../../http/route-options.decorator.js';
import { PathId } from '../../http/fields.decorator.js';
import { PathObject } from '../../http/path-object.guard.js';
import { OrderReadGuard, type ReadableOrder } from '../order-read.guard.js';
import { MassCancellationFormQuery, ModificationFormQuery, OrderTicketQuery } from './order-forms.dto.js';
import { ChoicePricesService } from './choice-prices.service.js';
import { massCancellationFormPage } from './mass-cancellation-form.page.js';
import {
  type MassCancellationFormView,
  toMassCancellationFormView,
  type ModificationFormView,
  toModificationFormView,
} from './order-forms.view.js';
import { modificationFormPage } from './modification-form.page.js';
import { OpenOrderCountsService } from './open-order-counts.service.js';
import { orderTicketPage } from './order-ticket.page.js';
import { type OrderTicket, OrderTicketService } from './order-ticket.service.js';
import { toTicketParameters, type OrderTicketView, toOrderTicketView } from './order-ticket.view.js';

/**
 * Pages with order forms.
 *
 * The forms are sent to the API endpoints.
 */
@Controller('orders')
@Access('session')
@ForAllRoutes(BrowserOnly())
export class OrderFormsController {
  constructor(
    private readonly tickets: OrderTicketService,
    private readonly prices: ChoicePricesService,
    private readonly counts: OpenOrderCountsService,
  ) {}

  /**
   * Shows the order ticket.
   * @answer 303 Redirects to the same form with a client order id in its URL, so that sending it twice places one order.
   */
  @Get('new')
  @HtmlPage(orderTicketPage, { allowEmptyQuery: true })
  async showNewOrderForm(
    @CurrentActor() actor: Actor,
    @Query() query: OrderTicketQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OrderTicketView | undefined> {
    const { acct_id: acctId, instrument_id: instrumentId, search, client_order_id: reference } = query;
    const ticket = await this.tickets.openTicket(actor, { acctId, instrumentId, search, reference });
    if (ticket.instrument !== null && reference === undefined) {
      redirectToTicket(reply, query, ticket);
      return undefined;
    }
    return toOrderTicketView(ticket, query, await this.prices.find(ticket.instrument === null ? ticket.choices : []));
  }

  /** Asks for confirmation before many orders are canceled. */
  @Get('cancellation')
  @HtmlPage(massCancellationFormPage)
  async showMassCancellationForm(
    @CurrentActor() actor: Actor,
    @Query() query: MassCancellationFormQuery,
  ): Promise<MassCancellationFormView> {
    const { acct_id: acctId, instrument_id: instrumentId, side } = query;
    return toMassCancellationFormView(await this.counts.countByAccount(actor, { acctId, instrumentId, side }), query);
  }

  /**
   * Shows the form for modifying an order.
   * @param id The number of the order.
   */
  @Get(':id/modification')
  @UseGuards(OrderReadGuard)
  @HtmlPage(modificationFormPage)
  async showOrderModificationForm(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @PathObject() order: ReadableOrder,
    @Query() query: ModificationFormQuery,
  ): Promise<ModificationFormView> {
    return toModificationFormView(await this.tickets.findModifiableOrder(actor, order), query);
  }
}

/** Adds the found instrument and the client order id to the URL. */
function redirectToTicket(reply: FastifyReply, query: OrderTicketQuery, { instrument, reference }: OrderTicket): void {
  const parameters = new URLSearchParams({
    ...toTicketParameters(query),
    instrument_id: String(instrument?.instrument.id),
    client_order_id: reference,
  });
  parameters.delete('search');
  reply.status(HttpStatus.SEE_OTHER).header('location', `/orders/new?${parameters}`);
}
