import { Body, Controller, Get, Post, Put, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/actor.decorator.js';
import { PathId } from '../http/id.decorator.js';
import { idBehind, linkToNext, sliceOf } from '../http/paging.js';
import { AlsoCsv, AskedByForm, LeadsOn, RefusedBy, ShownBy, TakesForm } from '../http/shown-by.decorator.js';
import { productHours } from './calendar-form.js';
import { refusedNewProductPage, refusedProductPage } from './product-form.page.js';
import { productPage } from './product.page.js';
import { PRODUCT_COLUMNS, type ProductView, productView } from './product.view.js';
import { ChangedProduct, NewProduct, ProductQuestion } from './products.dto.js';
import { productsPage } from './products.page.js';
import { type GroupedProduct, ProductsService } from './products.service.js';
import { productLeadsOn } from './reference-leads-on.js';
import { changedProductTerms, newProductTerms } from './terms-from-wire.js';

const productForm = {
  numbers: [
    'group_id',
    'display_factor',
    'tick_size',
    'tick_value',
    'multiplier',
    'max_order_quantity',
    'expected_version',
  ],
  flags: ['allow_negative_prices'],
  words: productHours,
};

@Controller('products')
export class ProductsController {
  constructor(private readonly products: ProductsService) {}

  /**
   * Lists the products.
   *
   * `Link` leads to the next page.
   */
  @Get()
  @ShownBy(productsPage)
  @AlsoCsv(PRODUCT_COLUMNS)
  @AskedByForm()
  async list(
    @CurrentActor() actor: Actor,
    @Query()
    { per_page: size, cursor, symbol, search, group_id: groupId, instrument_type: instrumentType }: ProductQuestion,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ProductView[]> {
    const after = cursor === undefined ? null : idBehind(cursor);
    const found = await this.products.list(actor, { size: size + 1, after, symbol, search, groupId, instrumentType });
    const { rows, next } = sliceOf(
      found.map((grouped) => ({ id: grouped.product.id, grouped })),
      size,
    );
    if (next !== null) reply.header('link', linkToNext(request.url, next));
    return rows.map(({ grouped }) => viewOf(grouped));
  }

  /**
   * Shows a product.
   * @param id The number of the product.
   */
  @Get(':id')
  @ShownBy(productPage)
  async show(@CurrentActor() actor: Actor, @PathId() id: number): Promise<ProductView> {
    return viewOf(await this.products.show(actor, id));
  }

  /**
   * Creates a product in a group. For administrators.
   * @answer 303 A browser goes on to the page of the product.
   */
  @Post()
  @ShownBy(productPage)
  @TakesForm(productForm)
  @LeadsOn(productLeadsOn)
  @RefusedBy(refusedNewProductPage)
  async create(@CurrentActor() actor: Actor, @Body() body: NewProduct): Promise<ProductView> {
    return viewOf(await this.products.create(actor, body.group_id, newProductTerms(body)));
  }

  /**
   * Changes a product: name, steps and their worth, settlement, limits, hours. For administrators.
   *
   * Terms that a settlement price or an expiration of its instruments does not fit are refused.
   * @param id The number of the product.
   * @answer 303 A browser goes on to the page of the product.
   */
  @Put(':id')
  @ShownBy(productPage)
  @TakesForm(productForm)
  @LeadsOn(productLeadsOn)
  @RefusedBy(refusedProductPage)
  async change(@CurrentActor() actor: Actor, @PathId() id: number, @Body() body: ChangedProduct): Promise<ProductView> {
    return viewOf(await this.products.change(actor, id, changedProductTerms(body), body.expected_version));
  }
}

const viewOf = ({ product, group }: GroupedProduct): ProductView => productView(product, group);
