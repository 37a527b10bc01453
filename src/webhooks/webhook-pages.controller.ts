import { Body, Controller, Get, Header, HttpCode, Post, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Access } from '../access/access.decorator.js';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/actor.decorator.js';
import { Config } from '../config/config.js';
import { Cookies } from '../http/cookies.js';
import { PathId } from '../http/fields.decorator.js';
import { PathObject } from '../http/path-object.guard.js';
import {
  BrowserOnly,
  ForAllRoutes,
  HtmlFormErrors,
  HtmlPage,
  MultiValue,
  RequiresRecentSignIn,
} from '../http/route-options.decorator.js';
import { newWebhookSecretPage, rejectedRegistrationPage, registrationPage } from './pages/registration.page.js';
import { rejectedWebhookChangePage, webhookRemovalPage } from './pages/webhook.page.js';
import { type OwnedWebhook, WebhookOwnerGuard } from './webhook-owner.guard.js';
import {
  parseAccountIds,
  parseEventTypes,
  NewWebhookForm,
  StateForm,
  WebhookForm,
  WebhookRotationForm,
} from './webhook-pages.dto.js';
import {
  type NewWebhookSecretView,
  toNewWebhookSecretView,
  type RegistrationView,
  toRegistrationView,
  type WebhookView,
  toWebhookView,
} from './webhook.view.js';
import type { ShownWebhook } from './webhook-terms.service.js';
import { WebhooksService } from './webhooks.service.js';

/**
 * Forms of the webhook pages.
 *
 * They use the same service as programs.
 */
@Controller('profile/webhooks')
@Access('session')
@ForAllRoutes(BrowserOnly())
export class WebhookPagesController {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly config: Config,
    private readonly cookies: Cookies,
  ) {}

  /** Shows the form for a new webhook. */
  @Get('new')
  @HtmlPage(registrationPage, { needsAccountChoices: true })
  async showNewWebhookForm(@CurrentActor() actor: Actor): Promise<RegistrationView> {
    return toRegistrationView(await this.webhooks.listKeys(actor));
  }

  /**
   * Registers a webhook for one of the user's API keys.
   *
   * If secrets are shown once, the response is the page with the secret.
   *
   * @takes form
   * @answer 303 Registered; redirects to its page.
   */
  @Post()
  @RequiresRecentSignIn()
  @HtmlPage(newWebhookSecretPage, { needsAccountChoices: true, needsClientChoices: true })
  @MultiValue('event_types', 'acct_ids')
  @HtmlFormErrors(rejectedRegistrationPage)
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async submitNewWebhookForm(
    @CurrentActor() actor: Actor,
    @Body() form: NewWebhookForm,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<NewWebhookSecretView | undefined> {
    return this.showSecretOrRedirect(
      reply,
      await this.webhooks.registerFor(actor, form.client_id, parseTerms(form)),
      'The webhook is registered. Send it a test to see whether it is received.',
    );
  }

  /**
   * Changes the URL and events of a webhook.
   * @takes form
   * @answer 303 Changed; redirects to its page.
   * @param id The number of the webhook.
   */
  @Post(':id')
  @UseGuards(WebhookOwnerGuard)
  @RequiresRecentSignIn()
  @MultiValue('event_types', 'acct_ids')
  @HtmlFormErrors(rejectedWebhookChangePage, { needsAccountChoices: true })
  @HttpCode(303)
  async submitWebhookSettings(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Body() form: WebhookForm,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.webhooks.change(actor, id, parseTerms(form));
    this.redirectToWebhook(reply, id, 'The webhook is changed.');
  }

  /**
   * Disables a webhook, or enables it again.
   *
   * @takes form
   * @answer 303 Changed; redirects to its page.
   * @param id The number of the webhook.
   */
  @Post(':id/state')
  @UseGuards(WebhookOwnerGuard)
  @RequiresRecentSignIn()
  @HttpCode(303)
  async submitWebhookState(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Body() { enabled }: StateForm,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.webhooks.change(actor, id, { enabled: enabled === 'yes' });
    this.redirectToWebhook(
      reply,
      id,
      enabled === 'yes'
        ? 'The webhook is enabled. The events that it missed are sent now.'
        : 'The webhook is disabled. Events are kept until it is enabled again.',
    );
  }

  /**
   * Replaces the secret of a webhook.
   *
   * @takes form
   * @answer 303 Replaced; redirects to its page.
   * @param id The number of the webhook.
   */
  @Post(':id/secret')
  @UseGuards(WebhookOwnerGuard)
  @RequiresRecentSignIn()
  @HtmlPage(newWebhookSecretPage)
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async submitWebhookSecretRotation(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Body() { overlap }: WebhookRotationForm,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<NewWebhookSecretView | undefined> {
    return this.showSecretOrRedirect(
      reply,
      await this.webhooks.rotate(actor, id, { overlap_seconds: Number(overlap) }),
      'The secret is replaced.',
    );
  }

  /**
   * Asks for confirmation before a webhook is removed.
   * @param id The number of the webhook.
   */
  @Get(':id/removal')
  @UseGuards(WebhookOwnerGuard)
  @HtmlPage(webhookRemovalPage)
  showWebhookRemovalForm(@PathId() id: number, @PathObject() { actor, webhook }: OwnedWebhook): WebhookView {
    return toWebhookView(this.webhooks.show(actor, webhook));
  }

  /**
   * Removes a webhook with its deliveries.
   *
   * @takes form
   * @answer 303 Removed; redirects to the list of webhooks.
   * @param id The number of the webhook.
   */
  @Post(':id/removal')
  @UseGuards(WebhookOwnerGuard)
  @RequiresRecentSignIn()
  @HttpCode(303)
  async submitWebhookRemoval(
    @PathId() id: number,
    @PathObject() { actor, webhook }: OwnedWebhook,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.webhooks.remove(actor, webhook);
    this.cookies.redirectWithFlash(reply, '/webhooks', 'The webhook is removed.');
  }

  /** A secret that is shown once appears only in the response to the form that created it. */
  private showSecretOrRedirect(
    reply: FastifyReply,
    shown: ShownWebhook,
    saying: string,
  ): NewWebhookSecretView | undefined {
    if (this.config.secretsAreShownOnce) return toNewWebhookSecretView(shown);
    reply.status(303);
    this.redirectToWebhook(reply, shown.webhook.id, saying);
    return undefined;
  }

  private redirectToWebhook(reply: FastifyReply, id: number, saying: string): void {
    this.cookies.redirectWithFlash(reply, `/webhooks/${id}`, saying);
  }
}

const parseTerms = ({ url, description = '', event_types: types = '', acct_ids: acctIds = '' }: WebhookForm) => ({
  url,
  description,
  event_types: parseEventTypes(types),
  acct_ids: parseAccountIds(acctIds),
});
