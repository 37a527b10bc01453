import { ArrayMaxSize, IsIn } from 'class-validator';
import { IsFilterId, Optional, Repeatable, ValueRule } from '../http/fields.decorator.js';
import { PageSizeQuery } from '../http/paging.dto.js';
import { EVENT_TYPES, type EventType } from './account-event.js';
import { placeFrom } from './event-place.js';

const IsEventId = (): PropertyDecorator =>
  ValueRule('isEventId', (value) =>
    typeof value === 'string' && placeFrom(value) !== null
      ? null
      : '$property must be an event id, as received, or the number of a command',
  );

/** Filters of events. */
export class EventQuestion extends PageSizeQuery {
  /**
   * Events of this account, or of any of several accounts. Without it, of all accounts that the caller may view.
   * @example [7]
   */
  @IsFilterId({ each: true })
  @ArrayMaxSize(200)
  acct_id?: number[];

  /**
   * Events of this type, or of any of several types.
   * @example ["fill"]
   */
  @Repeatable()
  @Optional()
  @IsIn(EVENT_TYPES, { each: true })
  type?: EventType[];

  /**
   * Events after this event. A bare number is the place after all events of the command with that number; 0 is the beginning. The
   * header `Last-Event-ID` has the same meaning and takes precedence.
   * @example "1234.o.77.3"
   */
  @Optional()
  @IsEventId()
  last_event_id?: string;
}
