import { ArrayMaxSize, IsIn, ValidateBy } from 'class-validator';
import { IsQueryId } from '../http/id.decorator.js';
import { Optional } from '../http/optional.decorator.js';
import { PageSizeQuery } from '../http/paging.dto.js';
import { Repeatable } from '../http/repeatable.decorator.js';
import { EVENT_TYPES, type EventType } from './account-event.js';
import { placeFrom } from './event-place.js';

const IsEventId = (): PropertyDecorator =>
  ValidateBy({
    name: 'isEventId',
    validator: {
      validate: (value) => typeof value === 'string' && placeFrom(value) !== null,
      defaultMessage: () => '$property must be the id of an event, as it was sent, or the number of a command',
    },
  });

/** Which events are asked for. */
export class EventQuestion extends PageSizeQuery {
  /**
   * Those of this account, or of one of several. Without it, those of all accounts that the caller may look at.
   * @example [7]
   */
  @Optional()
  @IsQueryId({ each: true })
  @ArrayMaxSize(200)
  acct_id?: number[];

  /**
   * Those of this type, or of one of several.
   * @example ["fill"]
   */
  @Repeatable()
  @Optional()
  @IsIn(EVENT_TYPES, { each: true })
  type?: EventType[];

  /**
   * Those that come after this event. A bare number is behind all that the command of that number did; 0 is the beginning. The header
   * `Last-Event-ID` says the same, and counts for more.
   * @example "1234.o.77.3"
   */
  @Optional()
  @IsEventId()
  last_event_id?: string;
}
