import { Body, Controller, Get, Post, Query, UseGuards } from '@nestjs/common';
import { Access } from '../access/access.decorator.js';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/actor.decorator.js';
import { AdministratorGuard } from '../access/administrator.guard.js';
import { VenueClockService } from '../clock/venue-clock.service.js';
import { PathId } from '../http/fields.decorator.js';
import {
  AcceptForm,
  BrowserOnly,
  ForAllRoutes,
  HtmlFormErrors,
  HtmlPage,
  RedirectAfter,
} from '../http/route-options.decorator.js';
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
import { ProductGroupViews } from './groups/product-group-views.provider.js';
import { toProductView } from './products/product.view.js';
import { ProductsService } from './products/products.service.js';
import { redirectAfterInstrumentUpdate, redirectAfterListing } from './reference-form.page.js';
import { toInstrumentChanges, toInstrumentDefinition } from './reference-mapping.js';
import { NewInstrumentFormQuery } from './reference.dto.js';

const instrumentFormFields = { numbers: ['product_id', 'settlement_price', 'expected_version'] };

/** The forms of pages for instruments. They end in the operations of the API. */
@Controller()
@UseGuards(AdministratorGuard)
@ForAllRoutes(BrowserOnly())
export class InstrumentFormsController {
  constructor(
    private readonly products: ProductsService,
    private readonly instruments: InstrumentsService,
    private readonly views: ProductGroupViews,
    private readonly clock: VenueClockService,
  ) {}

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
    if (productId === undefined) return { groups: await this.views.list(actor), product: null };
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
}
