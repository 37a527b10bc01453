import { Body, Controller, Get, Post, Put, Query, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { VenueClockService } from '../clock/venue-clock.service.js';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/actor.decorator.js';
import { PathId } from '../http/fields.decorator.js';
import { toSortedRange, toPage } from '../http/paging.js';
import { CsvDownload, HtmlPage } from '../http/route-options.decorator.js';
import { instrumentPage, instrumentsPage } from './instrument.page.js';
import { INSTRUMENT_COLUMNS, type InstrumentView, toInstrumentView } from './instrument.view.js';
import { CreateInstrumentDto, ListInstrumentsQuery, UpdateInstrumentDto } from './instruments.dto.js';
import { type InstrumentDetails, InstrumentsService } from './instruments.service.js';
import { toInstrumentChanges, toInstrumentDefinition } from './reference-mapping.js';
import { AdministratorGuard } from '../access/administrator.guard.js';

@Controller('instruments')
export class InstrumentsController {
  constructor(
    private readonly instruments: InstrumentsService,
    private readonly clock: VenueClockService,
  ) {}

  /**
   * Lists instruments.
   *
   * `Link` has the next page.
   */
  @Get()
  @HtmlPage(instrumentsPage, { allowEmptyQuery: true })
  @CsvDownload(INSTRUMENT_COLUMNS)
  async listInstruments(
    @CurrentActor() actor: Actor,
    @Query() query: ListInstrumentsQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<InstrumentView[]> {
    const { symbol, search, product_group_id: groupId, product_id: productId, status: statuses } = query;
    const { range, end } = toSortedRange(query);
    const filter = { ...range, symbol, search, groupId, productId, statuses };
    const instruments = await this.instruments.list(actor, filter);
    const page = toPage(instruments, query, { reply, getId: ({ instrument }) => end ?? instrument.id });
    return page.map((details) => this.toView(details));
  }

  /**
   * Shows an instrument.
   * @param id The number of the instrument.
   */
  @Get(':id')
  @HtmlPage(instrumentPage)
  async getInstrument(@CurrentActor() actor: Actor, @PathId() id: number): Promise<InstrumentView> {
    return this.toView(await this.instruments.get(actor, id));
  }

  /**
   * Lists a new instrument under a product.
   *
   * For administrators.
   */
  @Post()
  @UseGuards(AdministratorGuard)
  @HtmlPage(instrumentPage)
  async createInstrument(@CurrentActor() actor: Actor, @Body() body: CreateInstrumentDto): Promise<InstrumentView> {
    return this.toView(await this.instruments.create(actor, body.product_id, toInstrumentDefinition(body)));
  }

  /**
   * Changes an instrument's expiration, status or settlement price.
   *
   * For administrators.
   *
   * @param id The number of the instrument.
   */
  @Put(':id')
  @UseGuards(AdministratorGuard)
  @HtmlPage(instrumentPage)
  async updateInstrument(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Body() body: UpdateInstrumentDto,
  ): Promise<InstrumentView> {
    return this.toView(await this.instruments.update(actor, id, toInstrumentChanges(body), body.expected_version));
  }

  private toView(details: InstrumentDetails): InstrumentView {
    return toInstrumentView(details, this.clock.now());
  }
}
