import { IsBoolean, IsInt, Max, Min, ValidateIf, IsIn } from 'class-validator';
import { QUANTITY_MAX } from '../engine/risk.js';
import {
  combine,
  IsCurrency,
  IsFilterId,
  IsId,
  IsNested,
  IsSearchText,
  IsSort,
  Optional,
  ValueRule,
} from '../http/fields.decorator.js';
import { PagingQuery } from '../http/paging.dto.js';
import type { Sort } from '../database/sorting.js';
import { IsReadableText } from '../http/readable.decorator.js';
import { isTimeZone } from '../instruments/calendar/time-zone.js';
import { IsMarketMakerChoice, type MarketMakerChoice } from './market-maker-choice.js';
import { ACCOUNT_SORT_FIELDS, type AccountSortField } from './live-account.js';
import { parseAmount } from '../money/amount.js';

const isAmount = (value: unknown): boolean =>
  (typeof value === 'number' || typeof value === 'string') && parseAmount(value) !== null;

/** Validates an amount of money, sent as a JSON number or as text. */
export const IsMoney = ({ isNegative = true } = {}): PropertyDecorator =>
  ValueRule('isMoney', (value) =>
    isAmount(value) && (isNegative || (parseAmount(value as number | string) ?? -1n) >= 0n)
      ? null
      : `$property must be an amount of money${isNegative ? '' : ' that is not negative'}: at most 15 digits, of those 4 decimals, without an exponent`,
  );

/** The access that a grant permits. */
export class GrantAccessDto {
  /**
   * `Read` permits viewing; `Trade` also permits placing orders.
   * @example "Trade"
   */
  @IsIn(['Read', 'Trade'])
  access!: 'Read' | 'Trade';
}

/** A grant for a user. */
export class NewGrant extends GrantAccessDto {
  /**
   * The number of the user.
   * @example 43
   */
  @IsId()
  user_id!: number;
}

/** A search for a user. */
class PersonQuestion {
  /** Part of a user's email or name. */
  @IsSearchText()
  q?: string;
}

/** The user to grant access to. */
export class GrantQuestion extends PersonQuestion {
  /** The number of a user. */
  @IsFilterId()
  user_id?: number;
}

/** Validates a limit that may be omitted, or null for no limit. */
const Limit = (...rules: PropertyDecorator[]): PropertyDecorator =>
  combine(
    ValidateIf((_, value) => value !== undefined && value !== null),
    ...rules,
  );

const Count = (least: number, most = QUANTITY_MAX): PropertyDecorator => Limit(IsInt(), Min(least), Max(most));

/** The trading limits of an account. An omitted limit stays as it is (initially: no limit); null removes a limit. */
export class GivenLimits {
  /**
   * The greatest quantity of one order, in contracts.
   * @example 100
   */
  @Count(1)
  max_order_quantity?: number | null;

  /**
   * The greatest position in an instrument, in contracts, if all working orders of one side were filled.
   * @example 500
   */
  @Count(0)
  max_position?: number | null;

  /** The greatest position across all instruments of a product, in contracts, counted like `max_position`. */
  @Count(0)
  max_product_contracts?: number | null;

  /**
   * The loss since the last close, in the account currency, beyond which orders that add risk are rejected.
   * @example 25000
   */
  @Limit(IsMoney({ isNegative: false }))
  max_daily_loss?: number | string | null;

  /**
   * The share of the net liquidation value that may be used as initial margin, in percent.
   * @example 100
   */
  @Count(0, 100_000)
  buying_power_percent?: number | null;

  /** The greatest number of working orders. */
  @Count(0)
  max_working_orders?: number | null;
}

/** Filters and order of the account list. */
export class AccountQuestion extends PagingQuery {
  /** Accounts of this owner: the number of a user. */
  @IsFilterId()
  owner_id?: number;

  /**
   * Part of the account name (case-insensitive) or the account number; for administrators also part of the owner's email or name.
   * @example "ada"
   */
  @IsSearchText()
  q?: string;

  /**
   * Whether the list has the accounts of the sandbox's market maker. Left out, programs get them; a page for administrators that is
   * not of certain accounts has none of them.
   * @example "without"
   */
  @IsMarketMakerChoice()
  market_maker?: MarketMakerChoice;

  /**
   * Sorted by this field: from its least value or, with `-` before it, from its greatest. Accounts without a value come last.
   * A cursor then continues at a number of rows, so an account that moves between two pages can be missing or come twice.
   * @example "-net_liq"
   */
  @IsSort(ACCOUNT_SORT_FIELDS)
  sort?: Sort<AccountSortField>;
}

/** The owner of the account to open. */
export class OpeningQuestion extends PersonQuestion {
  /** The number of a user. */
  @IsFilterId()
  owner_id?: number;
}

/** The terms of a new account. */
export class NewAccount {
  /**
   * The owner: the number of a user.
   * @example 42
   */
  @IsId()
  owner_id!: number;

  /** @example "Ada's account" */
  @IsReadableText(100)
  name!: string;

  /**
   * ISO 4217 code of the account currency. The account trades products of this currency only. Cannot be changed later.
   * @example "USD"
   */
  @IsCurrency()
  currency!: string;

  /**
   * IANA time zone that decides the date of statements. Cannot be changed later.
   * @example "America/Chicago"
   */
  @ValueRule('isTimeZone', (value) =>
    isTimeZone(value) ? null : '$property must be UTC or an IANA time zone, such as America/Chicago',
  )
  time_zone: string = 'UTC';

  @Optional()
  @IsNested(() => GivenLimits)
  limits?: GivenLimits;
}

/** Changes to an account. An omitted field stays as it is. */
export class ChangedAccount {
  /** @example "Ada's account" */
  @Optional()
  @IsReadableText(100)
  name?: string;

  @Optional()
  @IsNested(() => GivenLimits)
  limits?: GivenLimits;

  /** `false` cancels every working order of the account and rejects new orders. */
  @Optional()
  @IsBoolean()
  enabled?: boolean;
}
