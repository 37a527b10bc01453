import { Body, Controller, Get, Post, Put, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { VenueClock } from '../clock/venue-clock.service.js';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/actor.decorator.js';
import { PathId } from '../http/id.decorator.js';
import { idBehind, linkToNext, sliceOf } from '../http/paging.js';
import { AlsoCsv, AskedByForm, LeadsOn, RefusedBy, ShownBy, TakesForm } from '../http/shown-by.decorator.js';
import { refusedInstrumentPage, refusedNewInstrumentPage } from './instrument-form.page.js';
import { instrumentPage } from './instrument.page.js';
import { INSTRUMENT_COLUMNS, type InstrumentView, instrumentView } from './instrument.view.js';
import { ChangedInstrument, InstrumentQuestion, NewInstrument } from './instruments.dto.js';
import { instrumentsPage } from './instruments.page.js';
import { InstrumentsService } from './instruments.service.js';
import { instrumentLeadsOn, listedLeadsOn } from './reference-leads-on.js';
import { changedInstrumentTerms, newInstrumentTerms } from './terms-from-wire.js';

const instrumentForm = { numbers: ['product_id', 'settlement_price', 'expected_version'] };

@Controller('instruments')
export class InstrumentsController {
  constructor(
    private readonly instruments: InstrumentsService,
    private readonly clock: VenueClock,
  ) {}

  /**
   * Lists the instruments.
   *
   * `Link` leads to the next page.
   */
  @Get()
  @ShownBy(instrumentsPage)
  @AlsoCsv(INSTRUMENT_COLUMNS)
  @AskedByForm()
  async list(
    @CurrentActor() actor: Actor,
    @Query()
    {
      per_page: size,
      cursor,
      symbol,
      search,
      product_group_id: groupId,
      product_id: productId,
      status: statuses,
    }: InstrumentQuestion,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<InstrumentView[]> {
    const after = cursor === undefined ? null : idBehind(cursor);
    const found = await this.instruments.list(actor, {
      size: size + 1,
      after,
      symbol,
      search,
      groupId,
      productId,
      statuses,
    });
    const { rows, next } = sliceOf(
      found.map((listed) => ({ id: listed.instrument.id, listed })),
      size,
    );
    if (next !== null) reply.header('link', linkToNext(request.url, next));
    return rows.map(({ listed }) => instrumentView(listed, this.clock.now()));
  }

  /**
   * Shows an instrument.
   * @param id The number of the instrument.
   */
  @Get(':id')
  @ShownBy(instrumentPage)
  async show(@CurrentActor() actor: Actor, @PathId() id: number): Promise<InstrumentView> {
    return instrumentView(await this.instruments.show(actor, id), this.clock.now());
  }

  /**
   * Lists an instrument under a product, from now on. For administrators.
   * @answer 303 A browser goes on to the page of the instrument.
   */
  @Post()
  @ShownBy(instrumentPage)
  @TakesForm(instrumentForm)
  @LeadsOn(listedLeadsOn)
  @RefusedBy(refusedNewInstrumentPage)
  async create(@CurrentActor() actor: Actor, @Body() body: NewInstrument): Promise<InstrumentView> {
    return instrumentView(
      await this.instruments.create(actor, body.product_id, newInstrumentTerms(body)),
      this.clock.now(),
    );
  }

  /**
   * Changes an instrument: expiration, status, settlement price. For administrators.
   * @param id The number of the instrument.
   * @answer 303 A browser goes on to the page of the instrument.
   */
  @Put(':id')
  @ShownBy(instrumentPage)
  @TakesForm(instrumentForm)
  @LeadsOn(instrumentLeadsOn)
  @RefusedBy(refusedInstrumentPage)
  async change(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Body() body: ChangedInstrument,
  ): Promise<InstrumentView> {
    return instrumentView(
      await this.instruments.change(actor, id, changedInstrumentTerms(body), body.expected_version),
      this.clock.now(),
    );
  }
}
