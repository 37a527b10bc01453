import { Controller, Get, Query, UseGuards } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/actor.decorator.js';
import { AdministratorGuard } from '../access/administrator.guard.js';
import { VenueClockService } from '../clock/venue-clock.service.js';
import { BrowserOnly, ForAllRoutes, HtmlFormErrors, HtmlPage } from '../http/route-options.decorator.js';
import { type HaltPlanView, type HaltsView, toHaltPlanView, toHaltsView } from './administration.view.js';
import { haltConfirmationPage, rejectedHaltPage } from './halt-confirmation.page.js';
import { haltsPage } from './halts.page.js';
import { HaltScopeQuery, toHaltScope } from './halts.dto.js';
import { HaltsService } from './halts.service.js';

/** Halts of instruments, of a product group or of the whole venue. Their form is sent to the module of the instruments. */
@Controller('administration/halts')
@UseGuards(AdministratorGuard)
@ForAllRoutes(BrowserOnly())
export class HaltsController {
  constructor(
    private readonly halts: HaltsService,
    private readonly clock: VenueClockService,
  ) {}

  /**
   * Shows what is halted and why, with the ways to halt more and to resume.
   *
   * For administrators.
   */
  @Get()
  @HtmlPage(haltsPage)
  async showHalts(@CurrentActor() actor: Actor): Promise<HaltsView> {
    return toHaltsView(await this.halts.list(actor), this.clock.now());
  }

  /**
   * Asks for confirmation before instruments are halted or resumed, and shows the impact.
   *
   * For administrators.
   */
  @Get('confirmation')
  @HtmlPage(haltConfirmationPage)
  @HtmlFormErrors(rejectedHaltPage)
  async showHaltConfirmation(@CurrentActor() actor: Actor, @Query() query: HaltScopeQuery): Promise<HaltPlanView> {
    return toHaltPlanView(await this.halts.plan(actor, query.status, toHaltScope(query)), this.clock.now());
  }
}
