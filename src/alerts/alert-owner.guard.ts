import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { NumberedObjectGuard } from '../http/path-object.guard.js';
import type { Alert } from './alert.entity.js';
import { AlertsService } from './alerts.service.js';

/** An alert and the caller, who owns it or acts for its owner. */
export type OwnedAlert = Readonly<{ actor: Actor; alert: Alert }>;

/** Admits the owner of the alert of the path (`:id`). */
@Injectable()
export class AlertOwnerGuard extends NumberedObjectGuard<OwnedAlert> {
  constructor(alerts: AlertsService) {
    super(async (actor, id) => ({ actor, alert: await alerts.find(actor, id) }));
  }
}
