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

/** What a halt or a resumption is of. */
export type HaltScope =
  | Readonly<{ kind: 'venue' | 'nothing' }>
  | Readonly<{ kind: 'group'; groupId: number }>
  | Readonly<{ kind: 'symbol'; symbol: string }>
  | Readonly<{ kind: 'reason'; reason: string }>
  | Readonly<{ kind: 'instruments'; ids: readonly number[] }>;

const SCOPES: readonly Readonly<{
  field: keyof HaltScopeQuery;
  words: string;
  find: (query: HaltScopeQuery) => HaltScope | undefined;
}>[] = [
  { field: 'whole_venue', words: 'the whole venue', find: (query) => query.whole_venue && { kind: 'venue' } },
  {
    field: 'product_group_id',
    words: 'a product group',
    find: ({ product_group_id: groupId }) => (groupId === undefined ? undefined : { kind: 'group', groupId }),
  },
  {
    field: 'status_reason',
    words: 'a reason',
    find: ({ status_reason: reason }) => (reason === undefined ? undefined : { kind: 'reason', reason }),
  },
  {
    field: 'symbol',
    words: 'a symbol',
    find: ({ symbol }) => (symbol === undefined ? undefined : { kind: 'symbol', symbol: symbol.toUpperCase() }),
  },
  {
    field: 'instrument_ids',
    words: 'a list of instruments',
    find: ({ instrument_ids: ids }) => ids && { kind: 'instruments', ids },
  },
];

/** The scope that a query names. Of several, none is more probable than the others, and a halt affects all users. */
export function toHaltScope(query: HaltScopeQuery): HaltScope {
  const named = SCOPES.map((one) => ({ ...one, scope: one.find(query) })).filter(({ scope }) => scope !== undefined);
  if (named.length > 1)
    throw new InvalidRequestError([
      {
        pointer: named[0]?.field ?? '',
        message: `choose one only: the address names ${named.map(({ words }) => words).join(' and ')}`,
      },
    ]);
  return named[0]?.scope ?? { kind: 'nothing' };
}
