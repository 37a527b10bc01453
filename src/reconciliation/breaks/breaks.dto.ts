import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { Transform } from 'class-transformer';
import {
  combine,
  IsCalendarDate,
  IsFilterId,
  IsId,
  IsSearchText,
  IsSort,
  Optional,
  ParseWholeNumber,
  ValueRule,
} from '../../http/fields.decorator.js';
import { PagingQuery } from '../../http/paging.dto.js';
import { isId, parseId } from '../../http/wire-values.js';
import type { Sort } from '../../database/sorting.js';
import { IsReadableText } from '../../http/readable.decorator.js';
import { InvalidRequestError } from '../../http/invalid-request-error.js';

/** The fields by which breaks are sorted. */
const BREAK_SORT_FIELDS = ['as_of', 'opened_at', 'due_on', 'difference'] as const;
export type BreakSortField = (typeof BREAK_SORT_FIELDS)[number];

/** Without an assignee. */
export const UNASSIGNED = 'nobody';

/** The id of a user in a query, or `nobody`. */
const IsAssigneeFilter = (): PropertyDecorator =>
  combine(
    Optional(),
    Transform(({ value }: { value: unknown }) => parseId(value) ?? value),
    ValueRule(
      'isAssigneeFilter',
      (value) => (isId(value) || value === UNASSIGNED ? null : '$property must be the id of a user, or nobody'),
      { context: { schema: { anyOf: [{ type: 'integer', minimum: 1 }, { const: UNASSIGNED }] } } },
    ),
  );

/** Filters and order of the break list. Filters are combined with AND. */
export class BreakQuestion extends PagingQuery {
  /** Breaks of this account. */
  @IsFilterId()
  acct_id?: number;

  /** Only open or only closed breaks; `Accepted` are the closed ones whose figures were accepted. Without it all; a browser gets the open ones. */
  @Optional()
  @IsIn(['Open', 'Closed', 'Accepted', 'All'])
  status?: 'Open' | 'Closed' | 'Accepted' | 'All';

  /** Breaks assigned to this user, or to `nobody`. */
  @IsAssigneeFilter()
  assignee_id?: number | typeof UNASSIGNED;

  /** Only open breaks whose day has passed, with `true`. */
  @Optional()
  @IsIn(['true', 'false'])
  overdue?: 'true' | 'false';

  /**
   * Breaks of lists of this date.
   * @example "2026-01-30"
   */
  @Optional()
  @IsCalendarDate()
  as_of?: string;

  /**
   * Part of the account name, or the account number; for administrators also part of the owner's email or name.
   * @example "ada"
   */
  @IsSearchText()
  account?: string;

  /**
   * Breaks opened at least this many days ago.
   * @example 7
   */
  @Optional()
  @ParseWholeNumber()
  @IsInt()
  @Min(0)
  @Max(36_500)
  older_than_days?: number;

  /** Breaks in this instrument. */
  @IsFilterId()
  instrument_id?: number;

  /**
   * Breaks in the instrument with this symbol. If there is none, in the instruments whose product has this in its name.
   * @example "ESZ26"
   */
  @IsSearchText()
  symbol?: string;

  /**
   * Sorted by this field: from its least value or, with `-` before it, from its greatest. Breaks without a due date come last.
   * @example "due_on"
   */
  @IsSort(BREAK_SORT_FIELDS)
  sort?: Sort<BreakSortField>;
}

/** Validates the one-line text of a note on a break. */
export const IsBreakNote = (): PropertyDecorator => IsReadableText(500);

/** A new note on a break. */
export class NewBreakNote {
  /**
   * The reason for the difference, or the action taken, in one line of at most 500 characters.
   * @example "Trade 4711 was reported a day late."
   */
  @IsBreakNote()
  text!: string;
}

/** The most characters of a list's filters that a form takes along. */
export const LIST_QUERY_MAX = 1000;

/** The filters and the order of a list, as in its URL. */
const IsListQuery = (): PropertyDecorator => combine(Optional(), IsString(), MaxLength(LIST_QUERY_MAX));

/** A new note on a break by a form. */
export class BreakNoteForm extends NewBreakNote {
  /**
   * The filters of the list that the break was opened from.
   * @example "?status=Open&overdue=true"
   */
  @IsListQuery()
  list?: string;
}

/** Changes of breaks. Fields that are left out stay as they are. */
export class BreakUpdates {
  /**
   * The breaks to change, at most 200.
   * @example [3]
   */
  @IsId({ each: true })
  @ArrayMinSize(1)
  @ArrayMaxSize(200)
  @ArrayUnique()
  break_ids!: number[];

  /**
   * The user who resolves the breaks: an administrator, or yourself. Null is nobody.
   * @example 1
   */
  @IsOptional()
  @IsId()
  assignee_id?: number | null;

  /**
   * The day until which the breaks should be resolved: today (UTC) or later. Null is no day.
   * @example "2026-02-06"
   */
  @IsOptional()
  @IsCalendarDate()
  due_on?: string | null;

  /**
   * A note that each of the breaks gets, in one line of at most 500 characters.
   * @example "Trade 4711 was reported a day late."
   */
  @Optional()
  @IsBreakNote()
  note?: string;

  /**
   * With `true` the figures of the back office are accepted: the breaks are closed as they are, and nothing is posted. Only for
   * administrators, only for open breaks, and only with a note.
   * @example false
   */
  @Optional()
  @IsBoolean()
  accept?: boolean;
}

/** Changes of breaks by a form. */
export class BreakUpdatesForm extends BreakUpdates {
  /**
   * The filters of the list to go back to, or that the break was opened from.
   * @example "?status=Open&overdue=true"
   */
  @IsListQuery()
  list?: string;

  /** The page that the form stands on, which it leads back to: the list, or the page of the one break. */
  @Optional()
  @IsIn(['list', 'break'])
  page?: 'list' | 'break';
}

/** The reason of an acceptance stands beside the break. */
export function requireNote({ accept: isAccepted = false, note }: BreakUpdates): void {
  if (isAccepted && note === undefined)
    throw new InvalidRequestError([
      { pointer: '/note', message: 'note must say why the figure of the back office is accepted' },
    ]);
}

/** Programs may change nothing; a user who does has forgotten something. */
export function requireChange({ assignee_id: assigneeId, due_on: dueOn, note, accept }: BreakUpdates): void {
  if (assigneeId === undefined && dueOn === undefined && note === undefined && accept === undefined)
    throw new InvalidRequestError([{ pointer: '', message: 'Choose an assignee or a due date, or write a note' }]);
}
