import { IsString, Length } from 'class-validator';
import { Optional } from '../http/optional.decorator.js';
import { Trim } from '../http/trim.decorator.js';

/** Which failures are asked for. */
export class ListErrorCodesQuery {
  /**
   * Words that all stand in the status, the code, the cause or the fix, in any case.
   * @example "429 wait"
   */
  @Trim()
  @Optional()
  @IsString()
  @Length(1, 100)
  q?: string;
}
