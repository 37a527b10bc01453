import { Controller, Get, Query, UseGuards } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/actor.decorator.js';
import { AdministratorGuard } from '../access/administrator.guard.js';
import { Config } from '../config/config.js';
import { PathId } from '../http/id.decorator.js';
import { BrowserOnly, HtmlPage } from '../http/route-options.decorator.js';
import { editInstrumentPage, newInstrumentPage, type NewInstrumentFormView } from './instrument-form.page.js';
import { type InstrumentView, toInstrumentView } from './instrument.view.js';
import { InstrumentsService } from './instruments.service.js';
import { editProductGroupPage, newProductGroupPage } from './product-group-form.page.js';
import { type ProductGroupView, toProductGroupView } from './product-group.view.js';
import { ProductGroupsService, type ProductGroupDetails } from './product-groups.service.js';
import { editProductPage, type EditProductView, newProductPage, type NewProductFormView } from './product-form.page.js';
import { toProductView } from './product.view.js';
import { ProductsService } from './products.service.js';
import { NewProductFormQuery, NewInstrumentFormQuery } from './reference-pages.dto.js';

/** More groups than any venue has: the selection shows all of them. */
const ALL_GROUPS = { size: 1000, after: null } as const;

/**
 * The forms for reference data.
 *
 * They are sent to the API endpoints.
 */
@Controller()
@UseGuards(AdministratorGuard)
export class ReferencePagesController {
  constructor(
    private readonly groups: ProductGroupsService,
    private readonly products: ProductsService,
    private readonly instruments: InstrumentsService,
    private readonly config: Config,
  ) {}

  /**
   * Shows the form for a new product group.
   *
   * For administrators.
   */
  @Get('productgroups/new')
  @BrowserOnly()
  @HtmlPage(newProductGroupPage)
  showNewProductGroupForm(): object {
    return {};
  }

  /**
   * Shows the form for changing a product group.
   *
   * For administrators.
   *
   * @param id The number of the group.
   */
  @Get('productgroups/:id/change')
  @BrowserOnly()
  @HtmlPage(editProductGroupPage)
  async showEditProductGroupForm(@CurrentActor() actor: Actor, @PathId() id: number): Promise<ProductGroupView> {
    return this.toView(await this.groups.get(actor, id));
  }

  /**
   * Shows the form for a new product, or the selection of its group.
   *
   * For administrators.
   */
  @Get('products/new')
  @BrowserOnly()
  @HtmlPage(newProductPage)
  async showNewProductForm(
    @CurrentActor() actor: Actor,
    @Query() { group_id: groupId }: NewProductFormQuery,
  ): Promise<NewProductFormView> {
    if (groupId !== undefined) return { groups: [], group: this.toView(await this.groups.get(actor, groupId)) };
    return { groups: await this.listGroups(actor), group: null };
  }

  /**
   * Shows the form for changing a product.
   *
   * For administrators.
   *
   * @param id The number of the product.
   */
  @Get('products/:id/change')
  @BrowserOnly()
  @HtmlPage(editProductPage)
  async showEditProductForm(@CurrentActor() actor: Actor, @PathId() id: number): Promise<EditProductView> {
    const { product, group } = await this.products.get(actor, id);
    return { product: toProductView(product, group), group: this.toView({ group, products: [] }) };
  }

  /**
   * Shows the form for a new instrument, or the selection of its product.
   *
   * For administrators.
   */
  @Get('instruments/new')
  @BrowserOnly()
  @HtmlPage(newInstrumentPage)
  async showNewInstrumentForm(
    @CurrentActor() actor: Actor,
    @Query() { product_id: productId }: NewInstrumentFormQuery,
  ): Promise<NewInstrumentFormView> {
    if (productId === undefined) return { groups: await this.listGroups(actor), product: null };
    const { product, group } = await this.products.get(actor, productId);
    return { groups: [], product: toProductView(product, group) };
  }

  /**
   * Shows the form for changing an instrument.
   *
   * For administrators.
   *
   * @param id The number of the instrument.
   */
  @Get('instruments/:id/change')
  @BrowserOnly()
  @HtmlPage(editInstrumentPage)
  async showEditInstrumentForm(@CurrentActor() actor: Actor, @PathId() id: number): Promise<InstrumentView> {
    return toInstrumentView(await this.instruments.get(actor, id), this.groups.now());
  }

  private async listGroups(actor: Actor): Promise<ProductGroupView[]> {
    return (await this.groups.list(actor, ALL_GROUPS)).map((details) => this.toView(details));
  }

  private toView(details: ProductGroupDetails): ProductGroupView {
    return toProductGroupView(details, this.groups.now(), this.config.tradesAtAllHours);
  }
}
