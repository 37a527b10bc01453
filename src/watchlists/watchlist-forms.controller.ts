import { Body, Controller, HttpCode, HttpStatus, Post, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Access } from '../access/access.decorator.js';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/actor.decorator.js';
import { Cookies } from '../http/cookies.js';
import { PathId } from '../http/fields.decorator.js';
import { PathObject } from '../http/path-object.guard.js';
import { AcceptForm, BrowserOnly, ForAllRoutes, HtmlFormErrors } from '../http/route-options.decorator.js';
import type { WatchlistColumn } from './watchlist-columns.js';
import { type OwnedWatchlist, WatchlistOwnerGuard } from './watchlist-owner.guard.js';
import {
  NewWatchlistForm,
  WatchlistColumnForm,
  WatchlistNameForm,
  WatchlistRowForm,
  WatchlistSymbolForm,
} from './watchlists.dto.js';
import { rejectedWatchlistFormPage } from './watchlist-forms.page.js';
import { WatchlistsService } from './watchlists.service.js';

/** Forms of the pages of watchlists. They use the same service as programs. */
@Controller('watchlists')
@Access('session')
@ForAllRoutes(BrowserOnly(), HttpCode(HttpStatus.SEE_OTHER))
export class WatchlistFormsController {
  constructor(
    private readonly watchlists: WatchlistsService,
    private readonly cookies: Cookies,
  ) {}

  /**
   * Creates a watchlist by a form.
   *
   * @takes form
   * @answer 303 Redirects to the page of the watchlist.
   */
  @Post('new')
  @AcceptForm({ numbers: ['instrument_id'] })
  @HtmlFormErrors(rejectedWatchlistFormPage)
  async submitWatchlistForm(
    @CurrentActor() actor: Actor,
    @Body() { name, instrument_id: instrumentId }: NewWatchlistForm,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const ids = instrumentId === undefined ? [] : [instrumentId];
    const watchlist = await this.watchlists.create(actor, { name, instrument_ids: ids });
    this.cookies.redirectWithFlash(reply, `/watchlists/${watchlist.id}`, `Watchlist ${watchlist.name} was created.`);
  }

  /**
   * Moves a column of all watchlists by a form.
   *
   * @takes form
   * @answer 303 Redirects to the page of the watchlist.
   */
  @Post('columns')
  @AcceptForm({ numbers: ['watchlist_id'] })
  async submitColumnForm(
    @CurrentActor() actor: Actor,
    @Body() { column: move, watchlist_id: id }: WatchlistColumnForm,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const [column, direction] = move.split(' ') as [WatchlistColumn, string];
    await this.watchlists.moveColumn(actor, column, direction === 'left' ? -1 : 1);
    reply.header('location', `${id === undefined ? '/watchlists' : `/watchlists/${id}`}#columns`);
  }

  /**
   * Adds an instrument to a watchlist by its symbol.
   *
   * @takes form
   * @answer 303 Redirects to its row.
   * @param id The number of the watchlist.
   */
  @Post(':id/instruments')
  @UseGuards(WatchlistOwnerGuard)
  @AcceptForm({ trimmed: ['symbol'] })
  @HtmlFormErrors(rejectedWatchlistFormPage)
  async submitSymbolForm(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Body() { symbol }: WatchlistSymbolForm,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const added = await this.watchlists.addSymbol(actor, id, symbol);
    const row = `/watchlists/${id}#i${added.instrumentId}`;
    if (added.isNew) reply.header('location', row);
    else this.cookies.redirectWithFlash(reply, row, `${added.symbol} is in this watchlist already.`);
  }

  /**
   * Adds, moves or removes a row of a watchlist.
   *
   * @takes form
   * @answer 303 Redirects to the row.
   * @param id The number of the watchlist.
   */
  @Post(':id/rows')
  @UseGuards(WatchlistOwnerGuard)
  @AcceptForm()
  async submitRowForm(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Body() { row }: WatchlistRowForm,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const [number, what] = row.split(' ');
    const instrumentId = Number(number);
    if (what === 'add') await this.watchlists.addInstrument(actor, id, instrumentId);
    else if (what === 'remove') await this.watchlists.removeInstrument(actor, id, instrumentId);
    else await this.watchlists.moveInstrument(actor, id, instrumentId, what === 'up' ? -1 : 1);
    reply.header('location', `/watchlists/${id}#i${instrumentId}`);
  }

  /**
   * Renames a watchlist by a form.
   *
   * @takes form
   * @answer 303 Redirects to the page of the watchlist.
   * @param id The number of the watchlist.
   */
  @Post(':id/name')
  @UseGuards(WatchlistOwnerGuard)
  @AcceptForm()
  @HtmlFormErrors(rejectedWatchlistFormPage)
  async submitWatchlistName(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Body() { name }: WatchlistNameForm,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.watchlists.rename(actor, id, name);
    this.cookies.redirectWithFlash(reply, `/watchlists/${id}`, 'The watchlist was renamed.');
  }

  /**
   * Deletes a watchlist by a form.
   *
   * @takes form
   * @answer 303 Redirects to the other watchlists.
   * @param id The number of the watchlist.
   */
  @Post(':id/deletion')
  @UseGuards(WatchlistOwnerGuard)
  async submitWatchlistDeletion(
    @PathId() id: number,
    @PathObject() { actor, watchlist }: OwnedWatchlist,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.watchlists.remove(actor, watchlist);
    this.cookies.redirectWithFlash(reply, '/watchlists', `Watchlist ${watchlist.name} was deleted.`);
  }
}
