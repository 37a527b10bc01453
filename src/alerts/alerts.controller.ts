import { Body, Controller, Delete, Get, Patch, Post, Query, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/actor.decorator.js';
import { AccountAccessService } from '../accounts/account-access.service.js';
import { respondsWithPage } from '../http/accept.js';
import { PathId } from '../http/fields.decorator.js';
import { PathObject } from '../http/path-object.guard.js';
import { toListRange, toPage } from '../http/paging.js';
import { HtmlPage } from '../http/route-options.decorator.js';
import { type OwnedAlert, AlertOwnerGuard } from './alert-owner.guard.js';
import { type AlertsPageView, type AlertView, type ListedAlertView, toAlertView } from './alert.view.js';
import { AlertsQuery, AlertStateChange, NewAlert } from './alerts.dto.js';
import { alertPage } from './alert.page.js';
import { alertsPage } from './alerts.page.js';
import { AlertsService } from './alerts.service.js';
import { ALERTS_MAX } from './alert-terms.js';

/** Alerts on prices and fills. */
@Controller('alerts')
export class AlertsController {
  constructor(
    private readonly alerts: AlertsService,
    private readonly access: AccountAccessService,
  ) {}

  /**
   * Lists your alerts, the oldest first.
   *
   * `Link` has the next page.
   */
  @Get()
  @HtmlPage(alertsPage, { allowEmptyQuery: true, needsAccountChoices: true, needsInstrumentChoices: true })
  async listAlerts(
    @CurrentActor() actor: Actor,
    @Query() query: AlertsQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AlertView[]> {
    if (respondsWithPage(request)) return this.listForPage(actor, query);
    const { size, after } = toListRange(query);
    const filter = { size, after: after ?? 0, states: query.state, instrumentId: query.instrument_id };
    const found = await this.alerts.list(actor, filter);
    return toPage(found, query, { reply, getId: ({ id }) => id }).map(toAlertView);
  }

  /**
   * Creates an alert.
   *
   * It triggers once, or each time with `repeat`: then it is in this list with `triggered_at`, a message comes on the
   * streams of `/events`, and webhooks get an `alert`. If the price is there already, it triggers at once.
   */
  @Post()
  async createAlert(@CurrentActor() actor: Actor, @Body() body: NewAlert): Promise<AlertView> {
    return toAlertView(await this.alerts.create(actor, body));
  }

  /**
   * Shows an alert.
   * @param id The number of the alert.
   */
  @Get(':id')
  @UseGuards(AlertOwnerGuard)
  @HtmlPage(alertPage)
  async getAlert(
    @PathId() id: number,
    @PathObject() { actor, alert }: OwnedAlert,
    @Req() request: FastifyRequest,
  ): Promise<AlertView> {
    const [listed] = respondsWithPage(request) ? await this.toListed(actor, [alert]) : [];
    return listed ?? toAlertView(alert);
  }

  /**
   * Cancels an alert, or arms it again.
   * @param id The number of the alert.
   */
  @Patch(':id')
  @UseGuards(AlertOwnerGuard)
  async updateAlert(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Body() body: AlertStateChange,
  ): Promise<AlertView> {
    return toAlertView(await this.alerts.change(actor, id, body));
  }

  /**
   * Deletes an alert and returns it.
   * @param id The number of the alert.
   */
  @Delete(':id')
  @UseGuards(AlertOwnerGuard)
  async deleteAlert(@PathId() id: number, @PathObject() { actor, alert }: OwnedAlert): Promise<AlertView> {
    await this.alerts.remove(actor, alert);
    return toAlertView(alert);
  }

  /** The page shows all of them: a user has a bounded number. */
  private async listForPage(
    actor: Actor,
    { state: states, instrument_id: instrumentId }: AlertsQuery,
  ): Promise<AlertsPageView> {
    const alerts: AlertsPageView = await this.toListed(
      actor,
      await this.alerts.list(actor, { size: ALERTS_MAX, after: 0, states }),
    );
    if (instrumentId !== undefined) alerts.market = await this.alerts.findMarket(instrumentId);
    return alerts;
  }

  private async toListed(actor: Actor, alerts: readonly OwnedAlert['alert'][]): Promise<ListedAlertView[]> {
    const visible = new Set(await this.access.findOwnAccounts(actor));
    return alerts.map((alert) => ({
      ...toAlertView(alert),
      can_see_account: alert.acctId === null || visible.has(alert.acctId),
    }));
  }
}
