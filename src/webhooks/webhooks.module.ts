import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { Config } from '../config/config.js';
import { EventsModule } from '../events/events.module.js';
import { readContract } from '../openapi/contract.js';
import { DeliveriesController } from './deliveries.controller.js';
import { DeliveriesService } from './deliveries.service.js';
import { DeliveryBook } from './delivering/delivery-book.service.js';
import { WebhookDispatcher } from './delivering/webhook-dispatcher.service.js';
import { WebhookFeeder } from './delivering/webhook-feeder.service.js';
import { WebhookPost } from './delivering/webhook-post.service.js';
import { WebhookReview } from './delivering/webhook-review.service.js';
import { WebhookSender } from './delivering/webhook-sender.service.js';
import { DeliveryPagesController } from './delivery-pages.controller.js';
import { Courier } from './sending/courier.js';
import { Standings } from './standings.service.js';
import { WebhookKeys } from './webhook-keys.service.js';
import { WebhookPagesController } from './webhook-pages.controller.js';
import { WebhookRetention } from './webhook-retention.service.js';
import { WebhookTerms } from './webhook-terms.service.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhooksService } from './webhooks.service.js';

/** Addresses that are told what happens to accounts, by signed messages. */
@Module({
  imports: [AccountsModule, EventsModule],
  controllers: [WebhooksController, DeliveriesController, WebhookPagesController, DeliveryPagesController],
  providers: [
    ...[
      WebhooksService,
      WebhookTerms,
      DeliveriesService,
      Standings,
      DeliveryBook,
      WebhookFeeder,
      WebhookPost,
      WebhookSender,
      WebhookReview,
      WebhookDispatcher,
      WebhookRetention,
      WebhookKeys,
    ],
    {
      provide: Courier,
      inject: [Config],
      useFactory: ({ webhookTargetPolicy }: Config) =>
        new Courier({ ...webhookTargetPolicy, version: readContract().version }),
    },
  ],
})
export class WebhooksModule {}
