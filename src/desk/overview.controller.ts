import { Controller, Get } from '@nestjs/common';
import { VenueClockService } from '../clock/venue-clock.service.js';
import { Access } from '../access/access.decorator.js';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/actor.decorator.js';
import { Config } from '../config/config.js';
import { BrowserOnly, HtmlPage } from '../http/route-options.decorator.js';
import { overviewPage } from './overview.page.js';
import { OverviewService } from './overview.service.js';
import { toOverviewView, type OverviewView } from './overview.view.js';

/** The first page after the sign-in. */
@Controller('desk')
@Access('session')
export class OverviewController {
  constructor(
    private readonly overview: OverviewService,
    private readonly config: Config,
    private readonly clock: VenueClockService,
  ) {}

  /** Shows the trading overview: accounts, positions, orders and fills. */
  @Get()
  @BrowserOnly()
  @HtmlPage(overviewPage)
  async showOverview(@CurrentActor() actor: Actor): Promise<OverviewView> {
    return toOverviewView(await this.overview.load(actor), {
      now: new Date(this.clock.now()),
      isSandbox: this.config.mode === 'sandbox',
    });
  }
}
