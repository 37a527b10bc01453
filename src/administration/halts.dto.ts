import { Equals, IsIn } from 'class-validator';
import { IsFilterId, Optional, Repeatable } from '../http/fields.decorator.js';
import { IsReadableText } from '../http/readable.decorator.js';
import { STATUS_REASON_MAX } from '../instruments/reference-definitions.js';

/** The length of a symbol, in any case. */
const SYMBOL_MAX = 32;

/** The instruments that would be halted or resumed. */
export class HaltScopeQuery {
  /** `Halted` halts those that are open, `Open` resumes those that are halted. */
  @IsIn(['Open', 'Halted'])
  status!: 'Open' | 'Halted';

  /** Instruments of this product group. */
  @IsFilterId()
  product_group_id?: number;

  /** These instruments. */
  @Repeatable()
  @IsFilterId({ each: true })
  instrument_ids?: number[];

  /**
   * The instrument with this symbol.
   * @example "ESZ26"
   */
  @Optional()
  @IsReadableText(SYMBOL_MAX)
  symbol?: string;

  /** Those that are halted for this reason. */
  @Optional()
  @IsReadableText(STATUS_REASON_MAX)
  status_reason?: string;

  /** All instruments. */
  @Optional()
  @Equals('true')
  whole_venue?: 'true';
}

/** What a halt or a resumption is of. */
export type HaltScope =
  | Readonly<{ kind: 'venue' | 'nothing' }>
  | Readonly<{ kind: 'group'; groupId: number }>
  | Readonly<{ kind: 'symbol'; symbol: string }>
  | Readonly<{ kind: 'reason'; reason: string }>
  | Readonly<{ kind: 'instruments'; ids: readonly number[] }>;

/** The widest of the scopes that a query names. */
export function toHaltScope({
  whole_venue: isWhole,
  product_group_id: groupId,
  status_reason: reason,
  instrument_ids: ids,
  symbol,
}: HaltScopeQuery): HaltScope {
  if (isWhole !== undefined) return { kind: 'venue' };
  if (groupId !== undefined) return { kind: 'group', groupId };
  if (reason !== undefined) return { kind: 'reason', reason };
  if (symbol !== undefined) return { kind: 'symbol', symbol: symbol.toUpperCase() };
  return ids === undefined ? { kind: 'nothing' } : { kind: 'instruments', ids };
}
