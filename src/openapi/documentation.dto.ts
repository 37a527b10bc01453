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

/** What is looked for in the documentation. */
export class SearchDocumentationQuery {
  /**
   * Words that all occur in a part of a guide, an endpoint, an error or a change (case-insensitive).
   * @example "cancel orders"
   */
  @IsSearchText()
  q?: string;
}
