import { ValidateIf } from 'class-validator';

/** An optional field. Unlike class-validator's IsOptional it rejects null: no column and no type expects it. */
export const Optional = (): PropertyDecorator => ValidateIf((_, value) => value !== undefined);
