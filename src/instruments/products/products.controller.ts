import { Body, Controller, Get, Post, Put, Query, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Actor } from '../../access/actor.js';
import { CurrentActor } from '../../access/actor.decorator.js';
import { PathId } from '../../http/fields.decorator.js';
import { toListRange, toPage } from '../../http/paging.js';
import { CsvDownload, HtmlPage } from '../../http/route-options.decorator.js';
import { productPage, productsPage } from './product.page.js';
import { PRODUCT_COLUMNS, type ProductView, toProductView } from './product.view.js';
import { UpdateProductDto, CreateProductDto, ListProductsQuery } from './products.dto.js';
import { type ProductDetails, ProductsService } from './products.service.js';
import { toProductChanges, toProductDefinition } from '../reference-mapping.js';
import { AdministratorGuard } from '../../access/administrator.guard.js';

@Controller('products')
export class ProductsController {
  constructor(private readonly products: ProductsService) {}

  /**
   * Lists products.
   *
   * `Link` has the next page.
   */
  @Get()
  @HtmlPage(productsPage, { allowEmptyQuery: true })
  @CsvDownload(PRODUCT_COLUMNS)
  async listProducts(
    @CurrentActor() actor: Actor,
    @Query() query: ListProductsQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ProductView[]> {
    const { symbol, search, group_id: groupId, instrument_type: instrumentType } = query;
    const filter = { ...toListRange(query), symbol, search, groupId, instrumentType };
    const products = await this.products.list(actor, filter);
    return toPage(products, query, { reply, getId: ({ product }) => product.id }).map(toView);
  }

  /**
   * Shows a product.
   * @param id The number of the product.
   */
  @Get(':id')
  @HtmlPage(productPage)
  async getProduct(@CurrentActor() actor: Actor, @PathId() id: number): Promise<ProductView> {
    return toView(await this.products.get(actor, id));
  }

  /**
   * Creates a product in a group. For administrators.
   */
  @Post()
  @UseGuards(AdministratorGuard)
  @HtmlPage(productPage)
  async createProduct(@CurrentActor() actor: Actor, @Body() body: CreateProductDto): Promise<ProductView> {
    return toView(await this.products.create(actor, body.group_id, toProductDefinition(body)));
  }

  /**
   * Changes a product.
   *
   * For administrators. Changes name, tick, tick value, settlement, limits and hours. Terms that conflict with a
   * settlement price or an expiration are rejected.
   *
   * @param id The number of the product.
   */
  @Put(':id')
  @UseGuards(AdministratorGuard)
  @HtmlPage(productPage)
  async updateProduct(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Body() body: UpdateProductDto,
  ): Promise<ProductView> {
    return toView(await this.products.update(actor, id, toProductChanges(body), body.expected_version));
  }
}

const toView = ({ product, group }: ProductDetails): ProductView => toProductView(product, group);
