import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { Config } from '../config/config.js';
import { AlertsModule } from '../alerts/alerts.module.js';
import { EventsModule } from '../events/events.module.js';
import { readContract } from '../openapi/contract.js';
import { DeliveriesController } from './deliveries.controller.js';
import { DeliveriesService } from './deliveries.service.js';
import { AlertDeliveriesService } from './delivering/alert-deliveries.service.js';
import { DeliveryBookService } from './delivering/delivery-book.service.js';
import { WebhookDispatcherService } from './delivering/webhook-dispatcher.service.js';
import { WebhookFeederService } from './delivering/webhook-feeder.service.js';
import { WebhookPostService } from './delivering/webhook-post.service.js';
import { WebhookReviewService } from './delivering/webhook-review.service.js';
import { WebhookSenderService } from './delivering/webhook-sender.service.js';
import { DeliveryPagesController } from './delivery-pages.controller.js';
import { WebhookHttpClient } from './sending/webhook-http-client.js';
import { WebhookAuthorizationsService } from './webhook-authorizations.service.js';
import { WebhookPagesController } from './webhook-pages.controller.js';
import { WebhookRetentionService } from './webhook-retention.service.js';
import { WebhookTermsService } from './webhook-terms.service.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhooksService } from './webhooks.service.js';
import { RegisterNavigation } from '../pages/navigation.js';

/** URLs that receive the events of accounts, in signed messages. */
@RegisterNavigation({ profile: [{ order: 20, href: '/webhooks', label: 'Webhooks' }] })
@Module({
  imports: [AccountsModule, AlertsModule, EventsModule],
  controllers: [WebhooksController, DeliveriesController, WebhookPagesController, DeliveryPagesController],
  providers: [
    WebhooksService,
    WebhookTermsService,
    DeliveriesService,
    WebhookAuthorizationsService,
    DeliveryBookService,
    AlertDeliveriesService,
    WebhookFeederService,
    WebhookPostService,
    WebhookSenderService,
    WebhookReviewService,
    WebhookDispatcherService,
    WebhookRetentionService,
    {
      provide: WebhookHttpClient,
      inject: [Config],
      useFactory: ({ webhookTargetPolicy }: Config) =>
        new WebhookHttpClient({ ...webhookTargetPolicy, version: readContract().version }),
    },
  ],
})
export class WebhooksModule {}
