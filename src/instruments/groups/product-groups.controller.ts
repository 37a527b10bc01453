import { Body, Controller, Get, Post, Put, Query, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Actor } from '../../access/actor.js';
import { CurrentActor } from '../../access/actor.decorator.js';
import { AdministratorGuard } from '../../access/administrator.guard.js';
import { respondsWithPage } from '../../http/accept.js';
import { PathId } from '../../http/fields.decorator.js';
import { toListRange, toPage } from '../../http/paging.js';
import { CsvDownload, HtmlPage } from '../../http/route-options.decorator.js';
import { productGroupPage, productGroupsPage } from './product-group.page.js';
import { PRODUCT_GROUP_COLUMNS, type ProductGroupView } from './product-group.view.js';
import { ProductGroupViews } from './product-group-views.provider.js';
import { UpdateProductGroupDto, CreateProductGroupDto } from './product-groups.dto.js';
import { ProductGroupsService } from './product-groups.service.js';
import { ListReferenceDataQuery } from '../reference.dto.js';
import { toProductGroupChanges, toProductGroupDefinition } from '../reference-mapping.js';

@Controller('productgroups')
export class ProductGroupsController {
  constructor(
    private readonly groups: ProductGroupsService,
    private readonly views: ProductGroupViews,
  ) {}

  /**
   * Lists product groups with their products.
   *
   * `Link` has the next page.
   */
  @Get()
  @HtmlPage(productGroupsPage, { allowEmptyQuery: true })
  @CsvDownload(PRODUCT_GROUP_COLUMNS)
  async listProductGroups(
    @CurrentActor() actor: Actor,
    @Query() query: ListReferenceDataQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ProductGroupView[]> {
    const { symbol, search } = query;
    const groups = await this.groups.list(actor, { ...toListRange(query), symbol, search });
    return toPage(groups, query, { reply, getId: ({ group }) => group.id }).map((details) =>
      this.views.toView(details),
    );
  }

  /**
   * Shows a product group with its products and sessions.
   * @param id The number of the group.
   */
  @Get(':id')
  @HtmlPage(productGroupPage)
  async getProductGroup(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ProductGroupView> {
    const details = await this.groups.get(actor, id);
    return respondsWithPage(reply.request) ? this.views.toPageView(details) : this.views.toView(details);
  }

  /**
   * Creates a product group. For administrators.
   */
  @Post()
  @UseGuards(AdministratorGuard)
  @HtmlPage(productGroupPage)
  async createProductGroup(
    @CurrentActor() actor: Actor,
    @Body() body: CreateProductGroupDto,
  ): Promise<ProductGroupView> {
    return this.views.toView(await this.groups.create(actor, toProductGroupDefinition(body)));
  }

  /**
   * Changes a product group.
   *
   * For administrators. Changes name, hours, margins, price band and self-trade policy. New hours move the expirations
   * of its instruments. Hours without a session on an expiration date are rejected.
   *
   * @param id The number of the group.
   */
  @Put(':id')
  @UseGuards(AdministratorGuard)
  @HtmlPage(productGroupPage)
  async updateProductGroup(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Body() body: UpdateProductGroupDto,
  ): Promise<ProductGroupView> {
    return this.views.toView(await this.groups.update(actor, id, toProductGroupChanges(body), body.expected_version));
  }
}
