import { Type } from 'class-transformer';
import {
  IsBoolean,
  IsInt,
  IsObject,
  IsString,
  Length,
  Matches,
  Max,
  Min,
  ValidateBy,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { IsId, IsQueryId } from '../http/id.decorator.js';
import { Optional } from '../http/optional.decorator.js';
import { PagingQuery } from '../http/paging.dto.js';
import { IsReadable } from '../http/readable.decorator.js';
import { Trim } from '../http/trim.decorator.js';
import { isTimeZone } from '../instruments/time-zone.js';
import { IsMoney } from './money.decorator.js';
import { IsSought } from './sought.decorator.js';

const QUANTITY_MAX = 1_000_000_000;

/** A limit that may be left out, or be null for none. */
const Limit =
  (...rules: PropertyDecorator[]): PropertyDecorator =>
  (target, property) => {
    for (const rule of [ValidateIf((_, value) => value !== undefined && value !== null), ...rules])
      rule(target, property);
  };

const Count = (least: number, most = QUANTITY_MAX): PropertyDecorator => Limit(IsInt(), Min(least), Max(most));

const IsAccountName = (): PropertyDecorator => (target, property) => {
  for (const rule of [Trim(), IsString(), Length(1, 100), IsReadable()]) rule(target, property);
};

/** Within which limits an account trades. What is left out stays as it is, at first without a limit; null takes a limit away. */
export class GivenLimits {
  /**
   * The greatest quantity of one order.
   * @example 100
   */
  @Count(1)
  max_order_quantity?: number | null;

  /**
   * How far an instrument's position could go, with all its working orders filled on one side.
   * @example 500
   */
  @Count(0)
  max_position?: number | null;

  /** The same, for all instruments of a product together. */
  @Count(0)
  max_product_contracts?: number | null;

  /**
   * How much may be lost since the last close before orders that add risk are refused.
   * @example 25000
   */
  @Limit(IsMoney({ isNegative: false }))
  max_daily_loss?: number | string | null;

  /**
   * How much of the net liquidation value may be in use as initial margin, in percent.
   * @example 100
   */
  @Count(0, 100_000)
  buying_power_percent?: number | null;

  /** How many orders may work at the same time. */
  @Count(0)
  max_working_orders?: number | null;
}

/** Which accounts are asked for. */
export class AccountQuestion extends PagingQuery {
  /** Those of one owner. */
  @Optional()
  @IsQueryId()
  owner_id?: number;

  /**
   * A part of the account's name, in any case, or its number; for administrators also a part of its owner's email or name.
   * @example "ada"
   */
  @IsSought()
  q?: string;
}

/** For whom an account is to be opened. */
export class OpeningQuestion {
  /** The number of a user. */
  @Optional()
  @IsQueryId()
  owner_id?: number;

  /** A part of the email or the name of the user who is looked for. */
  @IsSought()
  q?: string;
}

/** An account that is to be. */
export class NewAccount {
  /**
   * Whose it is: the number of a user.
   * @example 42
   */
  @IsId()
  owner_id!: number;

  /** @example "Ada's account" */
  @IsAccountName()
  name!: string;

  /**
   * What its money is counted in. It trades products of this currency alone, and keeps it.
   * @example "USD"
   */
  @Matches(/^[A-Z]{3}$/, { message: '$property must be the three letters of a currency, such as USD' })
  currency!: string;

  /**
   * Where it is, which decides what date it is there. It keeps it.
   * @example "America/Chicago"
   */
  @ValidateBy({
    name: 'isTimeZone',
    validator: {
      validate: isTimeZone,
      defaultMessage: () => '$property must be UTC or a place of the IANA time zone database, such as America/Chicago',
    },
  })
  time_zone: string = 'UTC';

  @Optional()
  @IsObject()
  @ValidateNested()
  @Type(() => GivenLimits)
  limits?: GivenLimits;
}

/** What is to be different of an account. What is left out stays as it is. */
export class ChangedAccount {
  /** @example "Ada's account" */
  @Optional()
  @IsAccountName()
  name?: string;

  @Optional()
  @IsObject()
  @ValidateNested()
  @Type(() => GivenLimits)
  limits?: GivenLimits;

  /** `false` cancels every working order of the account and refuses new ones. */
  @Optional()
  @IsBoolean()
  enabled?: boolean;
}
