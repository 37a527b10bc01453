import { IsIn, IsObject, IsString, Length, Matches, MaxLength } from 'class-validator';
import { IsCalendarDate, IsFilterId, Optional } from '../../http/fields.decorator.js';
import { IsBreakNote } from '../breaks/breaks.dto.js';
import { WHOLE_NUMBER } from '../positions/reference-positions.dto.js';

/** The most bytes of a request body. */
export const TABLE_MAX = 1_048_576;

/** The kind and the account of the upload form. */
export class UploadQuestion {
  /** Money values, or reference positions. */
  @IsIn(['money', 'positions'])
  kind: 'money' | 'positions' = 'positions';

  /** The account to prefill. */
  @IsFilterId()
  acct_id?: number;

  /** The break that the table is for; the pages lead back to it. */
  @IsFilterId()
  break_id?: number;
}

/** Where the reader of an upload came from. */
export class UploadPageQuestion {
  /** The break that the table is for; the page leads back to it. */
  @IsFilterId()
  break_id?: number;
}

/** An uploaded table: a file or pasted text. */
export class UploadForm {
  /** Money values, or reference positions. */
  @IsIn(['money', 'positions'])
  kind!: 'money' | 'positions';

  /**
   * The content of the file, as CSV.
   * @example "acct_id,as_of,instrument,quantity,price\n7,2026-01-30,ESZ6,-3,6712.25"
   */
  @Optional()
  @IsString()
  @MaxLength(TABLE_MAX)
  file?: string;

  /**
   * The name of the file.
   * @example "positions.csv"
   */
  @Optional()
  @IsString()
  @MaxLength(1000)
  file_name?: string;

  /**
   * The table as pasted text, as CSV. Used when there is no file.
   * @example "acct_id,as_of,instrument,quantity,price\n7,2026-01-30,ESZ6,-3,6712.25"
   */
  @Optional()
  @IsString()
  @MaxLength(TABLE_MAX)
  text?: string;

  /** The break that the table is for; the pages lead back to it. */
  @IsFilterId()
  break_id?: number;
}

/** The rows of the form for reference positions. */
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

  /** An earlier list: its account, date and rows are taken in place of these, with another quantity of one instrument. */
  @IsFilterId()
  copy?: number;

  /** That instrument. */
  @IsFilterId()
  instrument_id?: number;

  /**
   * Its quantity; 0 removes it.
   * @example "-3"
   */
  @Optional()
  @Matches(WHOLE_NUMBER, { message: '$property must be a whole number' })
  quantity?: string;

  /** The break that the table is for; the pages lead back to it. */
  @IsFilterId()
  break_id?: number;
}

/** The same before it is complete. */
export class RowsDraftForm {
  /** @example "7" */
  @Optional()
  @IsString()
  @MaxLength(20)
  acct_id?: string;

  /** @example "2026-01-30" */
  @Optional()
  @IsString()
  @MaxLength(10)
  as_of?: string;

  /** The rows by their numbers, each with `instrument`, `quantity` and `price`. */
  @Optional()
  @IsObject()
  row?: Record<string, unknown>;

  /** The break that the list is for; the pages lead back to it. */
  @IsFilterId()
  break_id?: number;
}

/** Lines of an uploaded table as they should be. */
export class LinesForm {
  /**
   * The lines by their numbers: each with its cells by their places, from 0, or with `text`, the whole line, as its `kind` says
   * (`cells` or `text`). A line with `left_out` as `yes`, or without any text, is left out.
   */
  @IsObject()
  line!: Record<string, unknown>;

  /** The break that the table is for; the pages lead back to it. */
  @IsFilterId()
  break_id?: number;
}

/** The money values of the form. */
export class MoneyForm {
  /** @example "7" */
  @IsString()
  @Length(1, 20)
  acct_id!: string;

  /** @example "2026-01-30" */
  @IsCalendarDate()
  as_of!: string;

  /**
   * With a decimal point or a decimal comma.
   * @example "1000000"
   */
  @IsString()
  @Length(1, 40)
  cash_balance!: string;

  /**
   * The same.
   * @example "1000250,50"
   */
  @IsString()
  @Length(1, 40)
  net_liq!: string;
}

/** Confirms the import of a reviewed table. */
export class ConfirmationForm {
  /**
   * The hash of the reviewed plan, from the preview.
   * @example "qZ8bRk1NcUdS7mJfE3aPo4iTnBxQyW6u9hGw2LtX5vY"
   */
  @IsString()
  @Length(1, 100)
  basis!: string;

  /**
   * The reason for the list, in one line. Added as a note to each break that the import closes or changes.
   * @example "Trade 4711 was reported a day late."
   */
  @Optional()
  @IsBreakNote()
  note?: string;

  /** The break that the table is for; the pages lead back to it. */
  @IsFilterId()
  break_id?: number;
}
