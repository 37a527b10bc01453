import { Body, Controller, HttpCode, HttpStatus, Post, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Access } from '../access/access.decorator.js';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/actor.decorator.js';
import { Config } from '../config/config.js';
import { Cookies } from '../http/cookies.js';
import { sealFlashNote } from '../http/flash-redirect.js';
import { PathId } from '../http/fields.decorator.js';
import { PathObject } from '../http/path-object.guard.js';
import { AcceptForm, BrowserOnly, ForAllRoutes, HtmlFormErrors } from '../http/route-options.decorator.js';
import { type OwnedAlert, AlertOwnerGuard } from './alert-owner.guard.js';
import { AlertStateChange, NewAlertForm } from './alerts.dto.js';
import { rejectedAlertPage } from './alert-form.page.js';
import { AlertsService } from './alerts.service.js';

const TRIGGERED_AT_ONCE = 'The alert has triggered: its condition held already.';

/** Forms of the page of alerts. They use the same service as programs. */
@Controller('alerts')
@Access('session')
@ForAllRoutes(BrowserOnly(), HttpCode(HttpStatus.SEE_OTHER))
export class AlertFormsController {
  constructor(
    private readonly alerts: AlertsService,
    private readonly cookies: Cookies,
    private readonly config: Config,
  ) {}

  /**
   * Creates an alert by a form.
   *
   * @takes form
   * @answer 303 Redirects to the alerts, with the way back to the instrument.
   */
  @Post('new')
  @AcceptForm({ numbers: ['acct_id'], flags: ['repeat'], trimmed: ['symbol', 'note', 'price'] })
  @HtmlFormErrors(rejectedAlertPage, { needsAccountChoices: true, needsInstrumentChoices: true })
  async submitAlertForm(
    @CurrentActor() actor: Actor,
    @Body() form: NewAlertForm,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const { latestNotice: notice } = this.alerts;
    const alert = await this.alerts.createBySymbol(actor, form);
    // A slip of typing is warned of here only: programs read the market.
    const market = await this.alerts.findDistantMarket(alert);
    const warning = market === null ? '' : ` Its price is far from the market, which is at ${market}.`;
    const saying = (await this.alerts.hasTriggeredAtOnce(alert)) ? TRIGGERED_AT_ONCE : 'The alert is active.';
    const { instrumentId: id } = alert;
    this.redirectToAlerts(reply, saying + warning, { notice, query: id === null ? '' : `?instrument_id=${id}` });
  }

  /**
   * Cancels an alert or arms it again by a form.
   *
   * @takes form
   * @answer 303 Redirects to the alerts.
   * @param id The number of the alert.
   */
  @Post(':id/state')
  @UseGuards(AlertOwnerGuard)
  @AcceptForm()
  async submitAlertState(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Body() change: AlertStateChange,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const { latestNotice: notice } = this.alerts;
    const alert = await this.alerts.change(actor, id, change);
    if (change.state !== 'Active') this.redirectToAlerts(reply, 'The alert was canceled.');
    else {
      const saying = (await this.alerts.hasTriggeredAtOnce(alert)) ? TRIGGERED_AT_ONCE : 'The alert is active again.';
      this.redirectToAlerts(reply, saying, { notice });
    }
  }

  /**
   * Deletes an alert by a form.
   *
   * @takes form
   * @answer 303 Redirects to the alerts.
   * @param id The number of the alert.
   */
  @Post(':id/deletion')
  @UseGuards(AlertOwnerGuard)
  async submitAlertDeletion(
    @PathId() id: number,
    @PathObject() { actor, alert }: OwnedAlert,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.alerts.remove(actor, alert);
    this.redirectToAlerts(reply, 'The alert was deleted.');
  }

  /** What has triggered after `notice` appears on the page as if it had been open. */
  private redirectToAlerts(
    reply: FastifyReply,
    saying: string,
    { notice = null, query = '' }: Readonly<{ notice?: number | null; query?: string }> = {},
  ): void {
    const note = notice === null ? '' : sealFlashNote({ notice }, this.config.secretKey);
    reply.header('set-cookie', this.cookies.setFlash(saying, note)).header('location', `/alerts${query}`);
  }
}
