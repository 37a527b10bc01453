import { IsIn } from 'class-validator';
import { Optional } from '../http/fields.decorator.js';
import { PagingQuery } from '../http/paging.dto.js';
import { CALL_OUTCOMES, type CallOutcome } from './waiting-calls.js';

/** Filters of the key's requests. */
export class KeyCallsQuestion extends PagingQuery {
  /** Successful requests, or failed ones: 400 and above, and redirects to the sign-in. */
  @Optional()
  @IsIn(CALL_OUTCOMES)
  outcome?: CallOutcome;
}

/** Filters of the page. */
export class ShownCallsQuestion extends KeyCallsQuestion {
  /** The number of requests on the page, at most 1000. */
  override per_page: number = 50;
}
