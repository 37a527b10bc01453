import { ValidateIf } from 'class-validator';

/** A field that may be left out. Unlike class-validator's IsOptional it does not let null in: no column and no type expects one. */
export const Optional = (): PropertyDecorator => ValidateIf((_, value) => value !== undefined);
