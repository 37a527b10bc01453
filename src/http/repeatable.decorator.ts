import { Transform } from 'class-transformer';

/** A query parameter that may be repeated; always an array. All others are 400 when repeated. */
export const Repeatable = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) =>
    value === undefined || Array.isArray(value) ? (value as unknown) : [value],
  );
