import { IsString, Length } from 'class-validator';
import { Optional } from '../http/optional.decorator.js';
import { Trim } from '../http/trim.decorator.js';

/** What somebody typed to find something by a part of it. */
export const IsSought = (): PropertyDecorator => (target, property) => {
  for (const rule of [Trim(), Optional(), IsString(), Length(1, 100)]) rule(target, property);
};
