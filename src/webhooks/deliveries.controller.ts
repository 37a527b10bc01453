import { Body, Controller, Get, HttpCode, Post, Query, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { PathId } from '../http/fields.decorator.js';
import { PathObject } from '../http/path-object.guard.js';
import { toListRange, toPage } from '../http/paging.js';
import { CsvDownload, SafeToRepeat, HtmlPage } from '../http/route-options.decorator.js';
import { DeliveriesService } from './deliveries.service.js';
import {
  DELIVERY_COLUMNS,
  type DeliveryView,
  toDeliveryView,
  type ReplayView,
  type DeliveryDetailsView,
  toDeliveryDetailsView,
} from './delivery.view.js';
import { deliveriesPage, deliveryPage } from './pages/deliveries.page.js';
import { type OwnedWebhook, WebhookOwnerGuard } from './webhook-owner.guard.js';
import { DeliveryQuestion, ReplayedSince } from './webhooks.dto.js';

/** Deliveries of webhooks, and their replay. */
@Controller('webhooks/:id')
@UseGuards(WebhookOwnerGuard)
export class DeliveriesController {
  constructor(private readonly deliveries: DeliveriesService) {}

  /**
   * Lists the deliveries of a webhook, newest first.
   *
   * `Link` has the next page.
   *
   * @param id The number of the webhook.
   */
  @Get('deliveries')
  @HtmlPage(deliveriesPage)
  @CsvDownload(DELIVERY_COLUMNS)
  async listWebhookDeliveries(
    @PathId() id: number,
    @Query() question: DeliveryQuestion,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DeliveryView[]> {
    const { status: statuses, acct_id: acctId } = question;
    const { size, after: before } = toListRange(question);
    const found = await this.deliveries.list(id, { size, before, statuses, acctId });
    return toPage(found, question, { reply, getId: (delivery) => delivery.id }).map(toDeliveryView);
  }

  /**
   * Shows a delivery with its message and attempts.
   * @param id The number of the webhook.
   * @param deliveryId The number of the delivery.
   */
  @Get('deliveries/:delivery_id')
  @HtmlPage(deliveryPage)
  async getWebhookDelivery(
    @PathId() id: number,
    @PathObject() { actor, webhook }: OwnedWebhook,
    @PathId('delivery_id') deliveryId: number,
  ): Promise<DeliveryDetailsView> {
    return toDeliveryDetailsView(await this.deliveries.show(actor, webhook, deliveryId));
  }

  /**
   * Sends a delivery again.
   *
   * It is queued after the pending deliveries of its account. The message has the same id as before.
   *
   * @param id The number of the webhook.
   * @param deliveryId The number of the delivery.
   */
  @Post('deliveries/:delivery_id/replay')
  @HttpCode(200)
  async replayWebhookDelivery(
    @PathId() id: number,
    @PathObject() { actor, webhook }: OwnedWebhook,
    @PathId('delivery_id') deliveryId: number,
  ): Promise<DeliveryDetailsView> {
    return toDeliveryDetailsView(await this.deliveries.replay(actor, webhook, deliveryId));
  }

  /**
   * Sends failed deliveries since a time again.
   *
   * In their order, at most 5,000.
   *
   * @param id The number of the webhook.
   */
  @Post('replay')
  @HttpCode(200)
  async replayFailedWebhookDeliveries(
    @PathId() id: number,
    @PathObject() { actor, webhook }: OwnedWebhook,
    @Body() { since }: ReplayedSince,
  ): Promise<ReplayView> {
    return { replayed: await this.deliveries.replayFailed(actor, webhook, new Date(since)) };
  }

  /**
   * Sends a `test` event now.
   *
   * Works for disabled webhooks, too. The response waits a few seconds for the result.
   *
   * @param id The number of the webhook.
   */
  @Post('test')
  @SafeToRepeat()
  async testWebhook(
    @PathId() id: number,
    @PathObject() { actor, webhook }: OwnedWebhook,
  ): Promise<DeliveryDetailsView> {
    return toDeliveryDetailsView(await this.deliveries.test(actor, webhook));
  }
}
