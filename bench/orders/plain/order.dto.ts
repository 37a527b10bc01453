import { IsIn, IsInt, IsNumber, IsOptional, IsPositive, Max, Min, ValidateIf } from 'class-validator';

const isLimitOrder = ({ action_type }: NewOrderAction): boolean => action_type === 'LimitOrderSub';

/** What a caller sends: a limit order, or the cancellation of one. */
export class NewOrderAction {
  @IsIn(['LimitOrderSub', 'OrderCancellation'])
  action_type!: 'LimitOrderSub' | 'OrderCancellation';

  @ValidateIf(isLimitOrder)
  @IsInt()
  @Min(1)
  acct_id!: number;

  @ValidateIf(isLimitOrder)
  @IsInt()
  @Min(1)
  instrument_id!: number;

  @ValidateIf(isLimitOrder)
  @IsIn(['Buy', 'Sell'])
  side!: 'Buy' | 'Sell';

  @ValidateIf(isLimitOrder)
  @IsIn(['Day', 'GTC', 'GTD', 'IOC', 'FOK'])
  time_in_force!: string;

  @ValidateIf(isLimitOrder)
  @IsNumber({ maxDecimalPlaces: 9 })
  limit_price!: number;

  @ValidateIf(isLimitOrder)
  @IsInt()
  @IsPositive()
  @Max(1_000_000_000)
  quantity!: number;

  @IsOptional()
  @IsInt()
  @Min(1)
  order_id?: number;
}
