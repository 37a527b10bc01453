import { IsIn, IsObject, IsString, Length, MaxLength } from 'class-validator';
import { IsCalendarDate } from '../../../http/calendar-date.decorator.js';
import { IsQueryId } from '../../../http/id.decorator.js';
import { Optional } from '../../../http/optional.decorator.js';
import { IsMoney } from '../../money.decorator.js';
import { IsBreakNote } from '../breaks.dto.js';

/** As much as a body may have. */
const TABLE_MAX = 1_048_576;

/** Which kind of table somebody is about to send. */
export class UploadQuestion {
  /** Money values, or reference positions. */
  @IsIn(['money', 'positions'])
  kind: 'money' | 'positions' = 'positions';

  /** The account that it is about, if it is about one. */
  @Optional()
  @IsQueryId()
  acct_id?: number;
}

/** A table that somebody sends: a file, or what they have typed. */
export class UploadForm {
  /** What stands in it. */
  @IsIn(['money', 'positions'])
  kind!: 'money' | 'positions';

  /**
   * The text of the file.
   * @example "acct_id,as_of,instrument,quantity,price\n7,2026-01-30,ESZ6,-3,6712.25"
   */
  @Optional()
  @IsString()
  @MaxLength(TABLE_MAX)
  file?: string;

  /**
   * What the file is called.
   * @example "positions.csv"
   */
  @Optional()
  @IsString()
  @MaxLength(1000)
  file_name?: string;

  /**
   * The same, typed or pasted.
   * @example "acct_id,as_of,instrument,quantity,price\n7,2026-01-30,ESZ6,-3,6712.25"
   */
  @Optional()
  @IsString()
  @MaxLength(TABLE_MAX)
  text?: string;
}

/** A list of positions as somebody types it, row by row. */
export class RowsForm {
  /** @example "7" */
  @IsString()
  @Length(1, 20)
  acct_id!: string;

  /** @example "2026-01-30" */
  @IsString()
  @Length(1, 10)
  as_of!: string;

  /** The rows by their numbers, each with `instrument`, `quantity` and `price`. */
  @Optional()
  @IsObject()
  row?: Record<string, unknown>;
}

/** Money values of one close as somebody types them. */
export class MoneyForm {
  /** @example "7" */
  @IsString()
  @Length(1, 20)
  acct_id!: string;

  /** @example "2026-01-30" */
  @IsCalendarDate()
  as_of!: string;

  /** @example "1000000" */
  @IsMoney()
  cash_balance!: number | string;

  /** @example "1000250.50" */
  @IsMoney()
  net_liq!: number | string;
}

/** What somebody has looked at who says that it is to be carried out. */
export class ConfirmationForm {
  /**
   * Stands for what was shown.
   * @example "qZ8bRk1NcUdS7mJfE3aPo4iTnBxQyW6u9hGw2LtX5vY"
   */
  @IsString()
  @Length(1, 100)
  basis!: string;

  /**
   * Why it is stated: kept with each break that it closes or changes.
   * @example "Trade 4711 was reported a day late."
   */
  @Optional()
  @IsBreakNote()
  note?: string;
}
