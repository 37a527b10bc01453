import { Transform } from 'class-transformer';

/** A query parameter that may come more than once arrives as an array, also when it comes once. All others are 400 when repeated. */
export const Repeatable = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) =>
    value === undefined || Array.isArray(value) ? (value as unknown) : [value],
  );
