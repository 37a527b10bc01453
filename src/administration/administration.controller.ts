import { Controller, Get, UseGuards } from '@nestjs/common';
import { AdministratorGuard } from '../access/administrator.guard.js';
import { VenueClockService } from '../clock/venue-clock.service.js';
import { HealthService } from '../health/health.service.js';
import { HtmlPage } from '../http/route-options.decorator.js';
import { administrationPage } from './administration.page.js';
import { AdministrationService } from './administration.service.js';
import { type AdministrationView, toAdministrationView } from './administration.view.js';

@Controller('administration')
@UseGuards(AdministratorGuard)
export class AdministrationController {
  constructor(
    private readonly administration: AdministrationService,
    private readonly health: HealthService,
    private readonly clock: VenueClockService,
  ) {}

  /**
   * Shows administrators what needs action: open breaks, halts, failing webhooks.
   *
   * For administrators who act for themselves.
   *
   * @example {"people": {"total": 42, "closed": 1, "administrators": 2}, "accounts": {"total": 58, "closed": 0}, "reference_data":
   *   {"product_groups": 6, "products": 19, "products_open_now": 15}, "instruments": {"open": 55, "halted": 1, "closed": 0, "expired": 12},
   *   "statements": {"money_as_of": "2026-11-20", "positions_as_of": "2026-11-20"}, "reconciliation": {"open_breaks": 2, "oldest_since":
   *   "2026-11-20T22:10:00.000Z"}, "webhooks": {"enabled": 3, "failing": 0, "failing_since": null, "disabled_by_service": 0, "waiting": 0,
   *   "waiting_since": null}, "audit": {"refused_last_day": 4}, "health": {"is_ready": true}, "held_clock": null}
   */
  @Get()
  @HtmlPage(administrationPage)
  async getAdministrationOverview(): Promise<AdministrationView> {
    const facts = await this.administration.loadFacts();
    const open = await this.administration.openProducts();
    const isReady =
      (await this.health.checkDatabase()) === 'ok' &&
      [...this.health.checkDependencies().values()].every((reason) => reason === null);
    return toAdministrationView(facts, open, { isReady, heldClock: this.clock.findHeldJump() });
  }
}
