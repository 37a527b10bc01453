import { IsIn } from 'class-validator';
import { Optional } from '../http/optional.decorator.js';
import { PagingQuery } from '../http/paging.dto.js';
import { CALL_OUTCOMES, type CallOutcome } from './waiting-calls.js';

/** Which of the last requests of a key are asked for. */
export class KeyCallsQuestion extends PagingQuery {
  /** Those that succeeded, or those that failed: 400 and above, and redirects to the sign-in. */
  @Optional()
  @IsIn(CALL_OUTCOMES)
  outcome?: CallOutcome;
}

/** The same for a page, which is read by eye. */
export class ShownCallsQuestion extends KeyCallsQuestion {
  /** How many the page shows, at most 1000. */
  override per_page: number = 50;
}
