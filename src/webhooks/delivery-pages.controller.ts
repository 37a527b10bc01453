import { Body, Controller, HttpCode, Post, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Access } from '../access/access.decorator.js';
import { Cookies } from '../http/cookies.js';
import { PathId } from '../http/fields.decorator.js';
import { PathObject } from '../http/path-object.guard.js';
import { BrowserOnly, ForAllRoutes } from '../http/route-options.decorator.js';
import { DeliveriesService } from './deliveries.service.js';
import { type OwnedWebhook, WebhookOwnerGuard } from './webhook-owner.guard.js';
import { toTimeBefore, ReplayForm } from './webhook-pages.dto.js';

/** Buttons of the delivery pages. */
@Controller('profile/webhooks/:id')
@Access('session')
@UseGuards(WebhookOwnerGuard)
@ForAllRoutes(BrowserOnly(), HttpCode(303))
export class DeliveryPagesController {
  constructor(
    private readonly deliveries: DeliveriesService,
    private readonly cookies: Cookies,
  ) {}

  /**
   * Sends a `test` event to a webhook.
   * @takes form
   * @answer 303 Redirects to the delivery with its result.
   * @param id The number of the webhook.
   */
  @Post('test')
  async submitWebhookTest(
    @PathId() id: number,
    @PathObject() { actor, webhook }: OwnedWebhook,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const { delivery } = await this.deliveries.test(actor, webhook);
    this.cookies.redirectWithFlash(reply, `/webhooks/${id}/deliveries/${delivery.id}`, said[delivery.status]);
  }

  /**
   * Sends a delivery again.
   *
   * @takes form
   * @answer 303 Queued; redirects to the list of deliveries.
   * @param id The number of the webhook.
   * @param deliveryId The number of the delivery.
   */
  @Post('deliveries/:delivery_id/replay')
  async submitWebhookDeliveryReplay(
    @PathId() id: number,
    @PathObject() { actor, webhook }: OwnedWebhook,
    @PathId('delivery_id') deliveryId: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.deliveries.replay(actor, webhook, deliveryId);
    this.cookies.redirectWithFlash(reply, `/webhooks/${id}/deliveries`, `Delivery ${deliveryId} is sent again.`);
  }

  /**
   * Sends failed deliveries of a period again.
   * @takes form
   * @answer 303 Queued; redirects to the list of deliveries.
   * @param id The number of the webhook.
   */
  @Post('replay')
  async submitFailedWebhookDeliveriesReplay(
    @PathId() id: number,
    @PathObject() { actor, webhook }: OwnedWebhook,
    @Body() { span }: ReplayForm,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const count = await this.deliveries.replayFailed(actor, webhook, toTimeBefore(Date.now(), span));
    this.cookies.redirectWithFlash(
      reply,
      `/webhooks/${id}/deliveries`,
      count === 0 ? 'Nothing has failed in this time.' : `Sent again: ${count}.`,
    );
  }
}

const said = {
  Delivered: 'The test has arrived.',
  Failed: 'The test has failed.',
  Pending: 'The test is on its way.',
  Withheld: 'The test was not sent.',
} as const;
