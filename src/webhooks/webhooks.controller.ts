import { Body, Controller, Delete, Get, Header, HttpCode, Patch, Post, Query, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/actor.decorator.js';
import { PathId } from '../http/fields.decorator.js';
import { PathObject } from '../http/path-object.guard.js';
import { toListRange, toPage } from '../http/paging.js';
import { PagingQuery } from '../http/paging.dto.js';
import { CsvDownload, ForAllRoutes, HtmlPage, RequiresRecentSignIn } from '../http/route-options.decorator.js';
import { webhookPage, webhooksPage } from './pages/webhook.page.js';
import { WEBHOOK_COLUMNS, type WebhookView, toWebhookView } from './webhook.view.js';
import { type OwnedWebhook, WebhookOwnerGuard } from './webhook-owner.guard.js';
import { ChangedWebhook, NewWebhook, WebhookRotation } from './webhooks.dto.js';
import { WebhooksService } from './webhooks.service.js';

/** URLs that receive the events of accounts. */
@Controller('webhooks')
@ForAllRoutes(Header('cache-control', 'no-store'))
export class WebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  /**
   * Registers a webhook for the API key of the token.
   *
   * It receives events from now on, in messages signed according to Standard Webhooks.
   */
  @Post()
  @RequiresRecentSignIn()
  async createWebhook(@CurrentActor() actor: Actor, @Body() body: NewWebhook): Promise<WebhookView> {
    return toWebhookView(await this.webhooks.register(actor, body));
  }

  /**
   * Lists webhooks of the API key; in a browser, all of the user's.
   *
   * `Link` has the next page.
   */
  @Get()
  @HtmlPage(webhooksPage)
  @CsvDownload(WEBHOOK_COLUMNS)
  async listWebhooks(
    @CurrentActor() actor: Actor,
    @Query() query: PagingQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<WebhookView[]> {
    const { size, after } = toListRange(query);
    const found = await this.webhooks.list(actor, { size, after: after ?? 0 });
    return toPage(found, query, { reply, getId: ({ webhook }) => webhook.id }).map(toWebhookView);
  }

  /**
   * Shows a webhook.
   * @param id The number of the webhook.
   */
  @Get(':id')
  @UseGuards(WebhookOwnerGuard)
  @HtmlPage(webhookPage, { needsAccountChoices: true })
  getWebhook(@PathId() id: number, @PathObject() { actor, webhook }: OwnedWebhook): WebhookView {
    return toWebhookView(this.webhooks.show(actor, webhook));
  }

  /**
   * Changes, disables or enables a webhook.
   *
   * Omitted fields stay as they are. Events during the disabled time are delivered when it is enabled again.
   *
   * @param id The number of the webhook.
   */
  @Patch(':id')
  @UseGuards(WebhookOwnerGuard)
  @RequiresRecentSignIn()
  async updateWebhook(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Body() body: ChangedWebhook,
  ): Promise<WebhookView> {
    return toWebhookView(await this.webhooks.change(actor, id, body));
  }

  /**
   * Removes a webhook with its deliveries and returns it.
   * @param id The number of the webhook.
   */
  @Delete(':id')
  @UseGuards(WebhookOwnerGuard)
  @RequiresRecentSignIn()
  async deleteWebhook(@PathId() id: number, @PathObject() { actor, webhook }: OwnedWebhook): Promise<WebhookView> {
    return toWebhookView(await this.webhooks.remove(actor, webhook));
  }

  /**
   * Replaces the secret of a webhook.
   *
   * Messages are signed with both secrets for an overlap, so that the receiver can be changed without a gap.
   *
   * @param id The number of the webhook.
   */
  @Post(':id/secret')
  @UseGuards(WebhookOwnerGuard)
  @RequiresRecentSignIn()
  @HttpCode(200)
  async rotateWebhookSecret(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Body() body: WebhookRotation,
  ): Promise<WebhookView> {
    return toWebhookView(await this.webhooks.rotate(actor, id, body));
  }
}
