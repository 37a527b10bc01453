import { Equals, IsIn } from 'class-validator';
import { IsFilterId, Optional, Repeatable } from '../http/fields.decorator.js';
import { InvalidRequestError } from '../http/invalid-request-error.js';
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

const SCOPES = {
  whole_venue: 'the whole venue',
  product_group_id: 'a product group',
  status_reason: 'a reason',
  symbol: 'a symbol',
  instrument_ids: 'a list of instruments',
} as const;

/** What a halt or a resumption is of. */
export type HaltScope =
  | Readonly<{ kind: 'venue' | 'nothing' }>
  | Readonly<{ kind: 'group'; groupId: number }>
  | Readonly<{ kind: 'symbol'; symbol: string }>
  | Readonly<{ kind: 'reason'; reason: string }>
  | Readonly<{ kind: 'instruments'; ids: readonly number[] }>;

/** The scope that a query names. Of several, none is more probable than the others, and a halt affects all users. */
export function toHaltScope(query: HaltScopeQuery): HaltScope {
  const { whole_venue: isWhole, product_group_id: groupId, status_reason: reason, instrument_ids: ids, symbol } = query;
  const named = Object.entries(SCOPES).filter(([name]) => query[name as keyof typeof SCOPES] !== undefined);
  if (named.length > 1)
    throw new InvalidRequestError([
      {
        pointer: named[0]?.[0] ?? '',
        message: `choose one only: the address names ${named.map(([, words]) => words).join(' and ')}`,
      },
    ]);
  if (isWhole !== undefined) return { kind: 'venue' };
  if (groupId !== undefined) return { kind: 'group', groupId };
  if (reason !== undefined) return { kind: 'reason', reason };
  if (symbol !== undefined) return { kind: 'symbol', symbol: symbol.toUpperCase() };
  return ids === undefined ? { kind: 'nothing' } : { kind: 'instruments', ids };
}
