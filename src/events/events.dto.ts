import { ArrayMaxSize, IsIn } from 'class-validator';
import { IsFilterId, Optional, Repeatable, ValueRule } from '../http/fields.decorator.js';
import { PageSizeQuery } from '../http/paging.dto.js';
import { MESSAGE_TYPES, type MessageType } from './account-event.js';
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
   * Events of this type, or of any of several types. `alert` is for streams: it has the alerts of the caller, which belong to no
   * account. Lists have none.
   * @example ["fill"]
   */
  @Repeatable()
  @Optional()
  @IsIn(MESSAGE_TYPES, { each: true })
  type?: MessageType[];

  /**
   * Events after this event. A bare number is the place after all events of the command with that number; 0 is the beginning. The
   * header `Last-Event-ID` has the same meaning and takes precedence.
   * @example "1234.o.77.3"
   */
  @Optional()
  @IsEventId()
  last_event_id?: string;
}
