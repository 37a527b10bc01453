import { Body, Controller, Get, Post, Put, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { VenueClock } from '../clock/venue-clock.service.js';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/actor.decorator.js';
import { Config } from '../config/config.js';
import { PathId } from '../http/id.decorator.js';
import { idBehind, linkToNext, sliceOf } from '../http/paging.js';
import { AlsoCsv, AskedByForm, LeadsOn, RefusedBy, ShownBy, TakesForm } from '../http/shown-by.decorator.js';
import { groupCalendar } from './calendar-form.js';
import { refusedGroupPage, refusedNewGroupPage } from './product-group-form.page.js';
import { productGroupPage } from './product-group.page.js';
import { GROUP_COLUMNS, type ProductGroupView, productGroupView } from './product-group.view.js';
import { ChangedProductGroup, NewProductGroup } from './product-groups.dto.js';
import { productGroupsPage } from './product-groups.page.js';
import { ProductGroupsService } from './product-groups.service.js';
import { ReferenceQuestion } from './reference.dto.js';
import { groupLeadsOn } from './reference-leads-on.js';
import { changedGroupTerms, newGroupTerms } from './terms-from-wire.js';

const groupForm = {
  numbers: ['initial_margin', 'maintenance_margin', 'price_band', 'expected_version'],
  words: groupCalendar,
};

@Controller('productgroups')
export class ProductGroupsController {
  constructor(
    private readonly groups: ProductGroupsService,
    private readonly config: Config,
    private readonly clock: VenueClock,
  ) {}

  /**
   * Lists the product groups, each with its products.
   *
   * `Link` leads to the next page.
   */
  @Get()
  @ShownBy(productGroupsPage)
  @AlsoCsv(GROUP_COLUMNS)
  @AskedByForm()
  async list(
    @CurrentActor() actor: Actor,
    @Query() { per_page: size, cursor, symbol, search }: ReferenceQuestion,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ProductGroupView[]> {
    const after = cursor === undefined ? null : idBehind(cursor);
    const found = await this.groups.list(actor, { size: size + 1, after, symbol, search });
    const { rows, next } = sliceOf(
      found.map((whole) => ({ id: whole.group.id, whole })),
      size,
    );
    if (next !== null) reply.header('link', linkToNext(request.url, next));
    return rows.map(({ whole }) => productGroupView(whole, this.clock.now(), this.config.tradesAtAllHours));
  }

  /**
   * Shows a product group with its products, and when it is open.
   * @param id The number of the group.
   */
  @Get(':id')
  @ShownBy(productGroupPage)
  async show(@CurrentActor() actor: Actor, @PathId() id: number): Promise<ProductGroupView> {
    return productGroupView(await this.groups.show(actor, id), this.clock.now(), this.config.tradesAtAllHours);
  }

  /**
   * Creates a product group. For administrators.
   * @answer 303 A browser goes on to the page of the group.
   */
  @Post()
  @ShownBy(productGroupPage)
  @TakesForm(groupForm)
  @LeadsOn(groupLeadsOn)
  @RefusedBy(refusedNewGroupPage)
  async create(@CurrentActor() actor: Actor, @Body() body: NewProductGroup): Promise<ProductGroupView> {
    return productGroupView(
      await this.groups.create(actor, newGroupTerms(body)),
      this.clock.now(),
      this.config.tradesAtAllHours,
    );
  }

  /**
   * Changes a product group: name, hours, margins, price band, self-trade policy. For administrators.
   *
   * New hours move the expirations of its instruments; a date on which one of them would have no session is refused.
   * @param id The number of the group.
   * @answer 303 A browser goes on to the page of the group.
   */
  @Put(':id')
  @ShownBy(productGroupPage)
  @TakesForm(groupForm)
  @LeadsOn(groupLeadsOn)
  @RefusedBy(refusedGroupPage)
  async change(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Body() body: ChangedProductGroup,
  ): Promise<ProductGroupView> {
    return productGroupView(
      await this.groups.change(actor, id, changedGroupTerms(body), body.expected_version),
      this.clock.now(),
      this.config.tradesAtAllHours,
    );
  }
}
