import { Controller, Get, UseGuards } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { AdministratorGuard } from '../access/administrator.guard.js';
import { CurrentActor } from '../access/actor.decorator.js';
import { VenueClockService } from '../clock/venue-clock.service.js';
import { PathId } from '../http/fields.decorator.js';
import { BrowserOnly, ForAllRoutes, HtmlPage } from '../http/route-options.decorator.js';
import { haltPage, resumptionPage } from './halts.page.js';
import { HaltsService } from './halts.service.js';
import { type HaltView, toHaltView } from './administration.view.js';

/**
 * The confirmation before trading is halted or resumed.
 *
 * Its form is sent to the endpoint of the instrument.
 */
@Controller('administration/instruments/:id')
@UseGuards(AdministratorGuard)
@ForAllRoutes(BrowserOnly())
export class HaltsController {
  constructor(
    private readonly halts: HaltsService,
    private readonly clock: VenueClockService,
  ) {}

  /**
   * Asks for confirmation before a halt, and shows its impact.
   *
   * For administrators.
   *
   * @param id The number of the instrument.
   */
  @Get('halt')
  @HtmlPage(haltPage)
  async showHaltForm(@CurrentActor() actor: Actor, @PathId() id: number): Promise<HaltView> {
    return toHaltView(await this.halts.measureImpact(actor, id), this.clock.now());
  }

  /**
   * Asks for confirmation before trading resumes, and shows the impact.
   *
   * For administrators.
   *
   * @param id The number of the instrument.
   */
  @Get('resumption')
  @HtmlPage(resumptionPage)
  async showResumptionForm(@CurrentActor() actor: Actor, @PathId() id: number): Promise<HaltView> {
    return toHaltView(await this.halts.measureImpact(actor, id), this.clock.now());
  }
}
