import { Body, Controller, Get, Post, UseGuards } from '@nestjs/common';
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
  editProductGroupPage,
  newProductGroupErrorPage,
  newProductGroupPage,
  productGroupErrorPage,
} from './product-group-form.page.js';
import type { ProductGroupView } from './product-group.view.js';
import { ProductGroupViews } from './product-group-views.provider.js';
import { CreateProductGroupDto, UpdateProductGroupDto } from './product-groups.dto.js';
import { ProductGroupsService } from './product-groups.service.js';
import { redirectAfterProductGroup } from '../reference-form.page.js';
import { toProductGroupChanges, toProductGroupDefinition } from '../reference-mapping.js';
import { groupCalendarFields } from '../calendar/session-hours-text.js';

const productGroupFormFields = {
  numbers: ['initial_margin', 'maintenance_margin', 'price_band', 'expected_version'],
  words: groupCalendarFields,
};

/** The forms of pages for product groups. They end in the operations of the API. */
@Controller()
@UseGuards(AdministratorGuard)
@ForAllRoutes(BrowserOnly())
export class ProductGroupFormsController {
  constructor(
    private readonly groups: ProductGroupsService,
    private readonly views: ProductGroupViews,
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
    return this.views.toView(await this.groups.get(actor, id));
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
    return this.views.toView(await this.groups.create(actor, toProductGroupDefinition(body)));
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
    return this.views.toView(await this.groups.update(actor, id, toProductGroupChanges(body), body.expected_version));
  }
}
