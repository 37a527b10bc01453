import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { PathObjectGuard } from '../http/path-object.guard.js';
import { parseId } from '../http/wire-values.js';
import type { Alert } from './alert.entity.js';
import { AlertsService } from './alerts.service.js';

/** An alert and the caller, who owns it or acts for its owner. */
export type OwnedAlert = Readonly<{ actor: Actor; alert: Alert }>;

/** Admits the owner of the alert of the path (`:id`). */
@Injectable()
export class AlertOwnerGuard extends PathObjectGuard {
  constructor(private readonly alerts: AlertsService) {
    super();
  }

  protected async load(actor: Actor, parameters: Readonly<Record<string, string>>): Promise<OwnedAlert | null> {
    const id = parseId(parameters['id']);
    return id === null ? null : { actor, alert: await this.alerts.find(actor, id) };
  }
}
