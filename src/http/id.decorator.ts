import { Param } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { ValidateBy, type ValidationOptions } from 'class-validator';
import { InvalidRequestError } from './invalid-request-error.js';
import { parseId, isId } from './wire-values.js';

const message = 'must be an id: a whole number from 1 to 9007199254740991';

/** An id in a body: a JSON number. */
export const IsId = (options?: ValidationOptions): PropertyDecorator =>
  ValidateBy({ name: 'isId', validator: { validate: isId, defaultMessage: () => `$property ${message}` } }, options);

/** An id in a query, converted from text. With `each`, the parameter may be repeated. */
export const IsQueryId = (options: ValidationOptions = {}): PropertyDecorator => {
  const parseOrKeep = (value: unknown): unknown => parseId(value) ?? value;
  const transform = Transform(({ value }: { value: unknown }) =>
    options.each === true && value !== undefined ? [value].flat().map(parseOrKeep) : parseOrKeep(value),
  );
  const validate = IsId(options);
  return (target, name) => {
    transform(target, name);
    validate(target, name);
  };
};

/** An id in a path. Anything else is 400 before a look-up. */
export const PathId = (name = 'id'): ParameterDecorator =>
  Param(name, {
    transform: (text: unknown) => {
      const id = parseId(text);
      if (id === null) throw new InvalidRequestError([{ pointer: name, message: `${name} ${message}` }]);
      return id;
    },
  });
