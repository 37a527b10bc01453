import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Alert } from '../../alerts/alert.entity.js';
import { AlertTriggersService } from '../../alerts/evaluation/alert-triggers.service.js';
import { Webhook } from '../webhook.entity.js';
import { toAlertDelivery } from './alert-delivery.js';
import { DeliveryBookService } from './delivery-book.service.js';
import { WebhookDispatcherService } from './webhook-dispatcher.service.js';

/** Makes deliveries of alerts, in the transaction that triggers them: a trigger has its deliveries, whatever happens then. */
@Injectable()
export class AlertDeliveriesService implements OnModuleInit {
  constructor(
    private readonly triggers: AlertTriggersService,
    private readonly book: DeliveryBookService,
    private readonly dispatcher: WebhookDispatcherService,
  ) {}

  onModuleInit(): void {
    this.triggers.recorders.register((em, alerts) => this.record(em, alerts));
  }

  private async record(em: EntityManager, alerts: readonly Alert[]): Promise<() => void> {
    const userIds = [...new Set(alerts.map(({ userId }) => userId))];
    const webhooks = await em.find(Webhook, { userId: { $in: userIds } }, { disableIdentityMap: true });
    const woken: number[] = [];
    for (const { id, userId, eventTypes } of webhooks) {
      const wanted = alerts.filter((alert) => alert.userId === userId && (eventTypes?.includes('alert') ?? true));
      if (wanted.length === 0 || (await this.book.isFull(id))) continue;
      await this.book.addWithin(em, id, wanted.map(toAlertDelivery));
      woken.push(id);
    }
    return () => {
      for (const id of woken) void this.dispatcher.wake(id).catch(() => undefined);
    };
  }
}
