import { DomainError } from '../../errors/domain-error.js';

export class TooManySubscriptionsError extends DomainError {
  readonly kind = 'refused';
  readonly code = 'too_many_subscriptions';

  constructor(max: number) {
    super(`A stream may have ${max} instruments at most. Unsubscribe from some, or open another stream.`);
  }
}
