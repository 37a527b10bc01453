import { domainError } from '../../errors/domain-error.js';

export class TooManyInFlightError extends domainError('too_many', 'too_many_in_flight') {
  override readonly retryAfterSeconds = 1;

  constructor(max: number) {
    super(`This connection has ${max} unanswered messages, the limit. Wait for answers, or send actions as a list.`);
  }
}

export class RequestIdInFlightError extends domainError('conflict', 'request_id_in_flight') {
  constructor(id: string) {
    super(`The message ${id} is not answered yet. This message was not accepted: send it with another id.`);
  }
}
