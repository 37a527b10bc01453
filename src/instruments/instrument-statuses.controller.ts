import { Body, Controller, HttpCode, Post, UseGuards } from '@nestjs/common';
import { Access } from '../access/access.decorator.js';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/actor.decorator.js';
import { AdministratorGuard } from '../access/administrator.guard.js';
import { VenueClockService } from '../clock/venue-clock.service.js';
import { AcceptForm, BrowserOnly, HtmlFormErrors, MultiValue, RedirectAfter } from '../http/route-options.decorator.js';
import { redirectAfterStatuses, rejectedStatusesPage, type StatusesFormView } from './instrument-statuses.page.js';
import { InstrumentStatusesService } from './instrument-statuses.service.js';
import { type InstrumentView, toInstrumentView } from './instrument.view.js';
import { InstrumentStatusUpdates } from './instruments.dto.js';

const FORM_FIELDS = {
  numbers: ['instrument_ids', 'expected_versions', 'product_group_id'],
  lists: ['instrument_ids', 'expected_versions'],
  flags: ['whole_venue'],
  trimmed: ['status_reason'],
};

/** Halts of many instruments at once. */
@Controller('instruments/statuses')
@UseGuards(AdministratorGuard)
export class InstrumentStatusesController {
  constructor(
    private readonly statuses: InstrumentStatusesService,
    private readonly clock: VenueClockService,
  ) {}

  /**
   * Halts many instruments at once, or resumes them.
   *
   * All of them, or none: of a list, of a product group, or of the whole venue. Instruments that are closed or expired stay as
   * they are, and those that have the status already; of a list, these get another `status_reason`. The answer has the changed
   * ones. For administrators.
   */
  @Post()
  @HttpCode(200)
  async updateInstrumentStatuses(
    @CurrentActor() actor: Actor,
    @Body() updates: InstrumentStatusUpdates,
  ): Promise<InstrumentView[]> {
    const now = this.clock.now();
    return (await this.statuses.update(actor, updates)).map((details) => toInstrumentView(details, now));
  }

  /**
   * Halts or resumes many instruments by a form. For administrators.
   *
   * @takes form
   * @answer 303 Redirects to the page of halts.
   */
  @Post('new')
  @Access('session')
  @BrowserOnly()
  @AcceptForm(FORM_FIELDS)
  @MultiValue('instrument_ids', 'expected_versions')
  @RedirectAfter(redirectAfterStatuses)
  @HtmlFormErrors(rejectedStatusesPage)
  async submitInstrumentStatusesForm(
    @CurrentActor() actor: Actor,
    @Body() updates: InstrumentStatusUpdates,
  ): Promise<StatusesFormView> {
    const changed = await this.statuses.update(actor, updates);
    return { status: updates.status, symbols: changed.map(({ instrument }) => instrument.symbol) };
  }
}
