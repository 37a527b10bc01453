import { Body, Controller, Delete, Get, Post, Put, Query, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/actor.decorator.js';
import { respondsWithPage } from '../http/accept.js';
import { PathId } from '../http/fields.decorator.js';
import { PathObject } from '../http/path-object.guard.js';
import { toListRange, toPage } from '../http/paging.js';
import { HtmlPage } from '../http/route-options.decorator.js';
import { InstrumentsService } from '../instruments/instruments.service.js';
import { WatchlistBoardService } from './watchlist-board.service.js';
import { type OwnedWatchlist, WatchlistOwnerGuard } from './watchlist-owner.guard.js';
import { toWatchlistView, type WatchlistView, toWatchlistBoardView } from './watchlist.view.js';
import { NewWatchlist, ReplacedWatchlist, WatchlistsQuery } from './watchlists.dto.js';
import { type WatchlistPageView, type WatchlistPageViews, watchlistPage, watchlistsPage } from './watchlists.page.js';
import { WatchlistsService } from './watchlists.service.js';

/** Lists of instruments that belong to a user. */
@Controller('watchlists')
export class WatchlistsController {
  constructor(
    private readonly watchlists: WatchlistsService,
    private readonly boards: WatchlistBoardService,
    private readonly instruments: InstrumentsService,
  ) {}

  /**
   * Lists your watchlists, the oldest first.
   *
   * `Link` has the next page. The page for browsers shows the first watchlist with its prices or, with `instrument_id`,
   * the watchlists to which this instrument can be added.
   */
  @Get()
  @HtmlPage(watchlistsPage, { needsInstrumentChoices: true })
  async listWatchlists(
    @CurrentActor() actor: Actor,
    @Query() query: WatchlistsQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<WatchlistView[]> {
    if (respondsWithPage(request)) return this.loadPage(actor, query.instrument_id);
    const { size, after } = toListRange(query);
    const found = await this.watchlists.list(actor, { size, after: after ?? 0, instrumentId: query.instrument_id });
    return toPage(found, query, { reply, getId: ({ id }) => id }).map(toWatchlistView);
  }

  /** Creates a watchlist. */
  @Post()
  async createWatchlist(@CurrentActor() actor: Actor, @Body() body: NewWatchlist): Promise<WatchlistView> {
    return toWatchlistView(await this.watchlists.create(actor, body));
  }

  /**
   * Shows a watchlist; in a browser, with the prices of its instruments.
   * @param id The number of the watchlist.
   */
  @Get(':id')
  @UseGuards(WatchlistOwnerGuard)
  @HtmlPage(watchlistPage, { needsInstrumentChoices: true })
  async getWatchlist(
    @PathId() id: number,
    @PathObject() { actor, watchlist }: OwnedWatchlist,
    @Req() request: FastifyRequest,
  ): Promise<WatchlistView> {
    const view: WatchlistPageView = toWatchlistView(watchlist);
    if (respondsWithPage(request)) view.board = toWatchlistBoardView(await this.boards.load(actor, watchlist));
    return view;
  }

  /**
   * Replaces the name and the instruments of a watchlist.
   * @param id The number of the watchlist.
   */
  @Put(':id')
  @UseGuards(WatchlistOwnerGuard)
  async replaceWatchlist(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Body() body: ReplacedWatchlist,
  ): Promise<WatchlistView> {
    return toWatchlistView(await this.watchlists.replace(actor, id, body));
  }

  /**
   * Deletes a watchlist and returns it.
   * @param id The number of the watchlist.
   */
  @Delete(':id')
  @UseGuards(WatchlistOwnerGuard)
  async deleteWatchlist(
    @PathId() id: number,
    @PathObject() { actor, watchlist }: OwnedWatchlist,
  ): Promise<WatchlistView> {
    await this.watchlists.remove(actor, watchlist);
    return toWatchlistView(watchlist);
  }

  private async loadPage(actor: Actor, instrumentId: number | undefined): Promise<WatchlistPageViews> {
    const views: WatchlistPageViews = (await this.watchlists.listAll(actor)).map(toWatchlistView);
    if (instrumentId === undefined) views.board = toWatchlistBoardView(await this.boards.load(actor));
    else {
      const { instrument } = await this.instruments.get(actor, instrumentId);
      views.candidate = { id: instrument.id, symbol: instrument.symbol };
    }
    return views;
  }
}
