import { IsSearchText } from '../http/fields.decorator.js';

/** Which failures are asked for. */
export class ListErrorCodesQuery {
  /**
   * Words that all occur in the status, code, cause or fix (case-insensitive).
   * @example "429 wait"
   */
  @IsSearchText()
  q?: string;
}
