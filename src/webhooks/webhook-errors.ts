import { domainError, type Issue } from '../errors/domain-error.js';
import { WEBHOOKS_MAX } from './webhook-limits.js';

/** An unknown webhook, another user's, and one that was registered with another key. */
export class UnknownWebhookError extends domainError(
  'unknown',
  'unknown_webhook',
  'You have no webhook with this id.',
) {}

export class UnknownDeliveryError extends domainError(
  'unknown',
  'unknown_delivery',
  'This webhook has no delivery with this id.',
) {}

/** The caller can no longer view its account, or its webhook no longer subscribes to it. */
export class DeliveryWithheldError extends domainError('conflict', 'delivery_withheld') {
  constructor(why: 'unseen' | 'unwanted') {
    super(
      why === 'unseen'
        ? 'You may no longer read the account of this delivery, so it is not sent.'
        : 'The webhook no longer subscribes to this type of event or this account, so the delivery is not sent.',
    );
  }
}

/** A browser has no API key for the webhook; the form asks for one. */
export class WebhookNeedsKeyError extends domainError(
  'denied',
  'webhook_needs_key',
  'A webhook belongs to an API key: register it with a token of that key, or choose one of your keys in the form at /profile/webhooks/new.',
) {}

export class TooManyWebhooksError extends domainError(
  'conflict',
  'too_many_webhooks',
  `An API key may have ${WEBHOOKS_MAX} webhooks of one user at most. Remove one that is no longer needed.`,
) {}

export class TooManyTestsError extends domainError(
  'conflict',
  'too_many_tests',
  'Earlier tests of this webhook are still pending. Wait until they have arrived or failed.',
) {}

/** A valid URL that this service does not connect to. */
export class PrivateWebhookUrlError extends domainError('refused', 'private_address') {
  override readonly issues: readonly Issue[];

  constructor(why: string) {
    super(`${why}.`);
    this.issues = [{ pointer: '/url', message: why }];
  }
}

export class RefusedWebhookUrlError extends domainError('refused', 'refused_url') {
  override readonly issues: readonly Issue[];

  constructor(why: string) {
    super(`${why}.`);
    this.issues = [{ pointer: '/url', message: why }];
  }
}

export class WebhookAccountForbiddenError extends domainError('refused', 'unknown_accounts') {
  override readonly issues: readonly Issue[];

  constructor(acctIds: readonly number[]) {
    super(
      `You may read no account with ${acctIds.length === 1 ? 'this id' : 'these ids'}: ${acctIds.slice(0, 20).join(', ')}.`,
    );
    this.issues = [{ pointer: '/acct_ids', message: 'acct_ids must be ids of accounts that you may read' }];
  }
}

export class NothingToReplayError extends domainError(
  'conflict',
  'nothing_to_replay',
  'The delivery is still pending. Only a delivery that has arrived or failed can be sent again.',
) {}
