import { IsString, Length } from 'class-validator';
import { Optional, Trim } from '../http/fields.decorator.js';

/** Validates a search text of 1 to 100 characters. */
export const IsSought = (): PropertyDecorator => (target, property) => {
  for (const rule of [Trim(), Optional(), IsString(), Length(1, 100)]) rule(target, property);
};
