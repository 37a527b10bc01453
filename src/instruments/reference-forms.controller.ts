import { Body, Controller, Get, Post, Query, UseGuards } from '@nestjs/common';
import { Access } from '../access/access.decorator.js';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/actor.decorator.js';
import { AdministratorGuard } from '../access/administrator.guard.js';
import { VenueClockService } from '../clock/venue-clock.service.js';
import { Config } from '../config/config.js';
import { PathId } from '../http/fields.decorator.js';
import {
  AcceptForm,
  BrowserOnly,
  ForAllRoutes,
  HtmlFormErrors,
  HtmlPage,
  RedirectAfter,
} from '../http/route-options.decorator.js';
import { groupCalendarFields, productHoursFields } from './session-hours-text.js';
import {
  editInstrumentPage,
  instrumentErrorPage,
  newInstrumentErrorPage,
  newInstrumentPage,
  type NewInstrumentFormView,
} from './instrument-form.page.js';
import { type InstrumentView, toInstrumentView } from './instrument.view.js';
import { CreateInstrumentDto, UpdateInstrumentDto } from './instruments.dto.js';
import { InstrumentsService } from './instruments.service.js';
import {
  editProductGroupPage,
  newProductGroupErrorPage,
  newProductGroupPage,
  productGroupErrorPage,
} from './product-group-form.page.js';
import { type ProductGroupView, toProductGroupView } from './product-group.view.js';
import { CreateProductGroupDto, UpdateProductGroupDto } from './product-groups.dto.js';
import { ProductGroupsService, type ProductGroupDetails } from './product-groups.service.js';
import {
  editProductPage,
  type EditProductView,
  newProductErrorPage,
  newProductPage,
  productErrorPage,
  type NewProductFormView,
} from './product-form.page.js';
import { type ProductView, toProductView } from './product.view.js';
import { CreateProductDto, UpdateProductDto } from './products.dto.js';
import { ProductsService } from './products.service.js';
import {
  toInstrumentChanges,
  toInstrumentDefinition,
  toProductChanges,
  toProductDefinition,
  toProductGroupChanges,
  toProductGroupDefinition,
} from './reference-mapping.js';
import {
  redirectAfterInstrumentUpdate,
  redirectAfterListing,
  redirectAfterProduct,
  redirectAfterProductGroup,
} from './reference-form.page.js';
import { NewProductFormQuery, NewInstrumentFormQuery } from './reference.dto.js';

/** More groups than any venue has: the selection shows all of them. */
const ALL_GROUPS = { size: 1000, after: null } as const;

const productGroupFormFields = {
  numbers: ['initial_margin', 'maintenance_margin', 'price_band', 'expected_version'],
  words: groupCalendarFields,
};

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

const instrumentFormFields = { numbers: ['product_id', 'settlement_price', 'expected_version'] };

/** The forms of pages for reference data. They end in the operations of the API. */
@Controller()
@UseGuards(AdministratorGuard)
@ForAllRoutes(BrowserOnly())
export class ReferenceFormsController {
  constructor(
    private readonly groups: ProductGroupsService,
    private readonly products: ProductsService,
    private readonly instruments: InstrumentsService,
    private readonly config: Config,
    private readonly clock: VenueClockService,
  ) {}

  /**
   * Shows the form for a new product group.
   *
   * For administrators.
   */
  @Get('productgroups/new')
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
  @HtmlPage(editInstrumentPage)
  async showEditInstrumentForm(@CurrentActor() actor: Actor, @PathId() id: number): Promise<InstrumentView> {
    return toInstrumentView(await this.instruments.get(actor, id), this.clock.now());
  }

  /**
   * Creates a product group by a form. For administrators.
   * @takes form
   * @answer 303 Redirects to the page of the group.
   */
  @Post('productgroups/new')
  @Access('session')
  @AcceptForm(productGroupFormFields)
  @RedirectAfter(redirectAfterProductGroup)
  @HtmlFormErrors(newProductGroupErrorPage)
  async submitNewProductGroupForm(
    @CurrentActor() actor: Actor,
    @Body() body: CreateProductGroupDto,
  ): Promise<ProductGroupView> {
    return this.toView(await this.groups.create(actor, toProductGroupDefinition(body)));
  }

  /**
   * Changes a product group by a form. For administrators.
   * @takes form
   * @param id The number of the group.
   * @answer 303 Redirects to the page of the group.
   */
  @Post('productgroups/:id/change')
  @Access('session')
  @AcceptForm(productGroupFormFields)
  @RedirectAfter(redirectAfterProductGroup)
  @HtmlFormErrors(productGroupErrorPage)
  async submitProductGroupForm(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Body() body: UpdateProductGroupDto,
  ): Promise<ProductGroupView> {
    return this.toView(await this.groups.update(actor, id, toProductGroupChanges(body), body.expected_version));
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

  /**
   * Lists a new instrument by a form. For administrators.
   * @takes form
   * @answer 303 Redirects to the page of the instrument.
   */
  @Post('instruments/new')
  @Access('session')
  @AcceptForm(instrumentFormFields)
  @RedirectAfter(redirectAfterListing)
  @HtmlFormErrors(newInstrumentErrorPage)
  async submitNewInstrumentForm(
    @CurrentActor() actor: Actor,
    @Body() body: CreateInstrumentDto,
  ): Promise<InstrumentView> {
    const details = await this.instruments.create(actor, body.product_id, toInstrumentDefinition(body));
    return toInstrumentView(details, this.clock.now());
  }

  /**
   * Changes an instrument by a form. For administrators.
   * @takes form
   * @param id The number of the instrument.
   * @answer 303 Redirects to the page of the instrument.
   */
  @Post('instruments/:id/change')
  @Access('session')
  @AcceptForm(instrumentFormFields)
  @RedirectAfter(redirectAfterInstrumentUpdate)
  @HtmlFormErrors(instrumentErrorPage)
  async submitInstrumentForm(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Body() body: UpdateInstrumentDto,
  ): Promise<InstrumentView> {
    const changes = toInstrumentChanges(body);
    const details = await this.instruments.update(actor, id, changes, body.expected_version);
    return toInstrumentView(details, this.clock.now());
  }

  private async listGroups(actor: Actor): Promise<ProductGroupView[]> {
    return (await this.groups.list(actor, ALL_GROUPS)).map((details) => this.toView(details));
  }

  private toView(details: ProductGroupDetails): ProductGroupView {
    return toProductGroupView(details, this.clock.now(), this.config.tradesAtAllHours);
  }
}
