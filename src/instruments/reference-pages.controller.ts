import { Controller, Get, Query } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/actor.decorator.js';
import { requireAdministrator } from '../access/administrators.js';
import { Config } from '../config/config.js';
import { PathId } from '../http/id.decorator.js';
import { ForPeople, ShownBy } from '../http/shown-by.decorator.js';
import { changeInstrumentPage, newInstrumentPage, type InstrumentFormView } from './instrument-form.page.js';
import { type InstrumentView, instrumentView } from './instrument.view.js';
import { InstrumentsService } from './instruments.service.js';
import { changeGroupPage, newGroupPage } from './product-group-form.page.js';
import { type ProductGroupView, productGroupView } from './product-group.view.js';
import { ProductGroupsService, type WholeGroup } from './product-groups.service.js';
import {
  changeProductPage,
  type ProductChangeView,
  newProductPage,
  type ProductFormView,
} from './product-form.page.js';
import { productView } from './product.view.js';
import { ProductsService } from './products.service.js';
import { OfGroup, OfProduct } from './reference-pages.dto.js';

/** More groups than any venue has: a form that chooses one shows all. */
const ALL = { size: 1000, after: null } as const;

/** The forms with which administrators write reference data. What they send goes to the doors that programs use. */
@Controller()
export class ReferencePagesController {
  constructor(
    private readonly groups: ProductGroupsService,
    private readonly products: ProductsService,
    private readonly instruments: InstrumentsService,
    private readonly config: Config,
  ) {}

  /** Shows the form for a product group that is to be. For administrators. */
  @Get('productgroups/new')
  @ForPeople()
  @ShownBy(newGroupPage)
  newGroup(@CurrentActor() actor: Actor): object {
    requireAdministrator(actor);
    return {};
  }

  /**
   * Shows what can be changed of a product group. For administrators.
   * @param id The number of the group.
   */
  @Get('productgroups/:id/change')
  @ForPeople()
  @ShownBy(changeGroupPage)
  async changeGroup(@CurrentActor() actor: Actor, @PathId() id: number): Promise<ProductGroupView> {
    requireAdministrator(actor);
    return this.viewOf(await this.groups.show(actor, id));
  }

  /** Shows the form for a product that is to be, or which group it may be in. For administrators. */
  @Get('products/new')
  @ForPeople()
  @ShownBy(newProductPage)
  async newProduct(@CurrentActor() actor: Actor, @Query() { group_id: groupId }: OfGroup): Promise<ProductFormView> {
    requireAdministrator(actor);
    if (groupId !== undefined) return { groups: [], group: this.viewOf(await this.groups.show(actor, groupId)) };
    return { groups: await this.all(actor), group: null };
  }

  /**
   * Shows what can be changed of a product. For administrators.
   * @param id The number of the product.
   */
  @Get('products/:id/change')
  @ForPeople()
  @ShownBy(changeProductPage)
  async changeProduct(@CurrentActor() actor: Actor, @PathId() id: number): Promise<ProductChangeView> {
    requireAdministrator(actor);
    const { product, group } = await this.products.show(actor, id);
    return { product: productView(product, group), group: this.viewOf({ group, products: [] }) };
  }

  /** Shows the form for an instrument that is to be listed, or under which product. For administrators. */
  @Get('instruments/new')
  @ForPeople()
  @ShownBy(newInstrumentPage)
  async newInstrument(
    @CurrentActor() actor: Actor,
    @Query() { product_id: productId }: OfProduct,
  ): Promise<InstrumentFormView> {
    requireAdministrator(actor);
    if (productId === undefined) return { groups: await this.all(actor), product: null };
    const { product, group } = await this.products.show(actor, productId);
    return { groups: [], product: productView(product, group) };
  }

  /**
   * Shows what can be changed of an instrument. For administrators.
   * @param id The number of the instrument.
   */
  @Get('instruments/:id/change')
  @ForPeople()
  @ShownBy(changeInstrumentPage)
  async changeInstrument(@CurrentActor() actor: Actor, @PathId() id: number): Promise<InstrumentView> {
    requireAdministrator(actor);
    return instrumentView(await this.instruments.show(actor, id), this.groups.now());
  }

  private async all(actor: Actor): Promise<ProductGroupView[]> {
    return (await this.groups.list(actor, ALL)).map((whole) => this.viewOf(whole));
  }

  private viewOf(whole: WholeGroup): ProductGroupView {
    return productGroupView(whole, this.groups.now(), this.config.tradesAtAllHours);
  }
}
