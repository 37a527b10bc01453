import { IsString, Length } from 'class-validator';
import { Optional } from '../http/optional.decorator.js';
import { Trim } from '../http/trim.decorator.js';

/** Validates a search text of 1 to 100 characters. */
export const IsSought = (): PropertyDecorator => (target, property) => {
  for (const rule of [Trim(), Optional(), IsString(), Length(1, 100)]) rule(target, property);
};
