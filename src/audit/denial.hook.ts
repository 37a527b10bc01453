import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { DenialRecorder } from '../http/error.filter.js';
import { AuditService } from './audit.service.js';

/** The password is required once more; the request is carried out after it. */
const RECENT_SIGN_IN_REQUIRED = 'recent_sign_in_required';

/** Records in the audit log that a known caller was denied a request. Denied unknown callers are in the metrics and the request log. */
@Injectable()
export class AuditedDenials extends DenialRecorder {
  constructor(private readonly audit: AuditService) {
    super();
  }

  record({ actor, clientId, method, routeOptions }: FastifyRequest, code: string): void {
    if ((!actor && clientId === undefined) || code === RECENT_SIGN_IN_REQUIRED) return;
    const caller = actor
      ? { userId: actor.userId, actingUserId: actor.actingUserId, clientId: actor.clientId }
      : { clientId: clientId ?? null };
    this.audit.recordInBackground({
      ...caller,
      action: 'access.refused',
      outcome: 'denied',
      subject: ['route', `${method} ${routeOptions.url ?? ''}`],
      reason: code,
    });
  }
}
