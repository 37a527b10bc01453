import { Body, Controller, HttpCode, HttpStatus, Post, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Access } from '../access/access.decorator.js';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/actor.decorator.js';
import { Cookies } from '../http/cookies.js';
import { PathId } from '../http/fields.decorator.js';
import { PathObject } from '../http/path-object.guard.js';
import { AcceptForm, BrowserOnly, ForAllRoutes, HtmlFormErrors } from '../http/route-options.decorator.js';
import { type OwnedAlert, AlertOwnerGuard } from './alert-owner.guard.js';
import { AlertStateChange, NewAlertForm } from './alerts.dto.js';
import { rejectedAlertPage } from './alert-form.page.js';
import { AlertsService } from './alerts.service.js';

/** Forms of the page of alerts. They use the same service as programs. */
@Controller('alerts')
@Access('session')
@ForAllRoutes(BrowserOnly(), HttpCode(HttpStatus.SEE_OTHER))
export class AlertFormsController {
  constructor(
    private readonly alerts: AlertsService,
    private readonly cookies: Cookies,
  ) {}

  /**
   * Creates an alert by a form.
   *
   * @takes form
   * @answer 303 Redirects to the alerts.
   */
  @Post('new')
  @AcceptForm({ numbers: ['acct_id', 'price'], flags: ['repeat'], trimmed: ['symbol', 'note'] })
  @HtmlFormErrors(rejectedAlertPage, { needsAccountChoices: true })
  async submitAlertForm(
    @CurrentActor() actor: Actor,
    @Body() form: NewAlertForm,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    // A slip of typing is warned of here only: programs read the market.
    const market = await this.alerts.findDistantMarket(await this.alerts.createBySymbol(actor, form));
    const warning = market === null ? '' : ` Its price is far from the market, which is at ${market}.`;
    this.cookies.redirectWithFlash(reply, '/alerts', `The alert is active.${warning}`);
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
    await this.alerts.change(actor, id, change);
    this.cookies.redirectWithFlash(
      reply,
      '/alerts',
      change.state === 'Active' ? 'The alert is active again.' : 'The alert was canceled.',
    );
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
    this.cookies.redirectWithFlash(reply, '/alerts', 'The alert was deleted.');
  }
}
