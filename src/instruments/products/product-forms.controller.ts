import { Body, Controller, Get, Post, Query, UseGuards } from '@nestjs/common';
import { Access } from '../../access/access.decorator.js';
import type { Actor } from '../../access/actor.js';
import { CurrentActor } from '../../access/actor.decorator.js';
import { AdministratorGuard } from '../../access/administrator.guard.js';
import { PathId } from '../../http/fields.decorator.js';
import {
  AcceptForm,
  BrowserOnly,
  ForAllRoutes,
  HtmlFormErrors,
  HtmlPage,
  RedirectAfter,
} from '../../http/route-options.decorator.js';
import {
  editProductPage,
  type EditProductView,
  newProductErrorPage,
  newProductPage,
  productErrorPage,
  type NewProductFormView,
} from './product-form.page.js';
import { ProductGroupViews } from '../groups/product-group-views.provider.js';
import { ProductGroupsService } from '../groups/product-groups.service.js';
import { type ProductView, toProductView } from './product.view.js';
import { CreateProductDto, UpdateProductDto } from './products.dto.js';
import { ProductsService } from './products.service.js';
import { redirectAfterProduct } from '../reference-form.page.js';
import { toProductChanges, toProductDefinition } from '../reference-mapping.js';
import { NewProductFormQuery } from '../reference.dto.js';
import { productHoursFields } from '../calendar/session-hours-text.js';

const productFormFields = {
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
  words: productHoursFields,
};

/** The forms of pages for products. They end in the operations of the API. */
@Controller()
@UseGuards(AdministratorGuard)
@ForAllRoutes(BrowserOnly())
export class ProductFormsController {
  constructor(
    private readonly groups: ProductGroupsService,
    private readonly products: ProductsService,
    private readonly views: ProductGroupViews,
  ) {}

  /**
   * Shows the form for a new product, or the selection of its group.
   *
   * For administrators.
   */
  @Get('products/new')
  @HtmlPage(newProductPage)
  async showNewProductForm(
    @CurrentActor() actor: Actor,
    @Query() { group_id: groupId }: NewProductFormQuery,
  ): Promise<NewProductFormView> {
    if (groupId !== undefined) return { groups: [], group: this.views.toView(await this.groups.get(actor, groupId)) };
    return { groups: await this.views.list(actor), group: null };
  }

  /**
   * Shows the form for changing a product.
   *
   * For administrators.
   *
   * @param id The number of the product.
   */
  @Get('products/:id/change')
  @HtmlPage(editProductPage)
  async showEditProductForm(@CurrentActor() actor: Actor, @PathId() id: number): Promise<EditProductView> {
    const { product, group } = await this.products.get(actor, id);
    return { product: toProductView(product, group), group: this.views.toView({ group, products: [] }) };
  }

  /**
   * Creates a product by a form. For administrators.
   * @takes form
   * @answer 303 Redirects to the page of the product.
   */
  @Post('products/new')
  @Access('session')
  @AcceptForm(productFormFields)
  @RedirectAfter(redirectAfterProduct)
  @HtmlFormErrors(newProductErrorPage)
  async submitNewProductForm(@CurrentActor() actor: Actor, @Body() body: CreateProductDto): Promise<ProductView> {
    const { product, group } = await this.products.create(actor, body.group_id, toProductDefinition(body));
    return toProductView(product, group);
  }

  /**
   * Changes a product by a form. For administrators.
   * @takes form
   * @param id The number of the product.
   * @answer 303 Redirects to the page of the product.
   */
  @Post('products/:id/change')
  @Access('session')
  @AcceptForm(productFormFields)
  @RedirectAfter(redirectAfterProduct)
  @HtmlFormErrors(productErrorPage)
  async submitProductForm(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Body() body: UpdateProductDto,
  ): Promise<ProductView> {
    const changes = toProductChanges(body);
    const { product, group } = await this.products.update(actor, id, changes, body.expected_version);
    return toProductView(product, group);
  }
}
