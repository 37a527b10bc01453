import { Controller, Get, Query, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { VenueClockService } from '../clock/venue-clock.service.js';
import type { Actor } from '../access/actor.js';
import { Access } from '../access/access.decorator.js';
import { CurrentActor } from '../access/actor.decorator.js';
import { PathId } from '../http/fields.decorator.js';
import { Cookies } from '../http/cookies.js';
import { BrowserOnly, HtmlPage } from '../http/route-options.decorator.js';
import type { OrderTicketQuery } from '../orders/forms/order-forms.dto.js';
import { type OrderTicket, OrderTicketService } from '../orders/forms/order-ticket.service.js';
import { toOrderTicketView } from '../orders/forms/order-ticket.view.js';
import { type BarInterval, BAR_INTERVALS } from '../marketdata/bars/bar.js';
import { WatchlistsService } from '../watchlists/watchlists.service.js';
import { deskHistoryPage } from './desk-history.page.js';
import { DeskHistoryQuestion, DeskMarketQuestion } from './desk-market.dto.js';
import { deskMarketPage } from './desk-market.page.js';
import { type DeskHoldings, DeskHoldingsService } from './desk-holdings.service.js';
import { DeskMarketService } from './desk-market.service.js';
import { parseDeskPanels } from './panels/desk-panels.js';
import {
  type ChartHistoryView,
  type DeskMarketView,
  toChartHistoryView,
  toDeskMarketView,
} from './desk-market.view.js';

const parseInterval = (text: string | null): BarInterval => BAR_INTERVALS.find((one) => one === text) ?? '5m';

/** A link that was followed, or the script's word for it (chart.ts). A page that asks for its parts anew chooses nothing: another window may have chosen since. */
const isChoice = (method: string, { 'sec-fetch-mode': mode = 'navigate' }: FastifyRequest['headers']): boolean =>
  method === 'HEAD' || mode === 'navigate';

@Controller('desk')
@Access('session')
export class DeskMarketController {
  constructor(
    private readonly markets: DeskMarketService,
    private readonly holdings: DeskHoldingsService,
    private readonly tickets: OrderTicketService,
    private readonly watchlists: WatchlistsService,
    private readonly cookies: Cookies,
    private readonly clock: VenueClockService,
  ) {}

  /**
   * Shows an instrument's market, the user's orders in it, and an order ticket.
   * @param instrumentId The number of the instrument.
   */
  @Get(':instrument_id')
  @BrowserOnly()
  @HtmlPage(deskMarketPage)
  async showMarket(
    @CurrentActor() actor: Actor,
    @PathId('instrument_id') instrumentId: number,
    @Query() { interval: chosen, ...requested }: DeskMarketQuestion,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DeskMarketView> {
    const { headers, method } = reply.request;
    const interval = chosen ?? parseInterval(this.cookies.readInterval(headers.cookie));
    if (chosen !== undefined && isChoice(method, headers)) reply.header('set-cookie', this.cookies.setInterval(chosen));
    const [market, [ticket, holdings], watching] = await Promise.all([
      this.markets.show(actor, instrumentId, interval),
      this.openTicket(actor, instrumentId, requested),
      this.watchlists.list(actor, { size: 1, after: 0, instrumentId }),
    ]);
    const now = this.clock.now();
    return toDeskMarketView(market, {
      holdings,
      interval,
      isWatched: watching.length > 0,
      panels: parseDeskPanels(this.cookies.readPanels(headers.cookie)),
      now,
      ticket: toOrderTicketView(ticket, { ...requested, instrument_id: instrumentId }),
    });
  }

  /** The ticket, with the holdings of another user's account where it is for one. */
  private async openTicket(
    actor: Actor,
    instrumentId: number,
    { acct_id: acctId, client_order_id: reference }: OrderTicketQuery,
  ): Promise<readonly [OrderTicket, DeskHoldings]> {
    const ticket = await this.tickets.openTicket(actor, { acctId, instrumentId, reference });
    return [ticket, await this.holdings.show(actor, instrumentId, ticket.other?.id ?? null)];
  }

  /**
   * Lists the bars of an instrument's chart, with the made-up ones of a sandbox.
   * @param instrumentId The number of the instrument.
   */
  @Get(':instrument_id/history')
  @BrowserOnly()
  @HtmlPage(deskHistoryPage)
  async showHistory(
    @CurrentActor() actor: Actor,
    @PathId('instrument_id') instrumentId: number,
    @Query() { interval, count }: DeskHistoryQuestion,
  ): Promise<ChartHistoryView> {
    const range = { span: interval, size: count, now: this.clock.now() };
    return toChartHistoryView(await this.markets.listHistory(actor, instrumentId, range));
  }
}
