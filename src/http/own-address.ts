import { ValidateBy } from 'class-validator';

/** A path of this service, and nothing that a browser could read as another host: no `//`, no backslash, no control character. */
const OWN_ADDRESS = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]{0,15000}$/;

/** A form that carries such an address; what is encoded in it already is encoded once more on its way. */
export const RESUMABLE_BYTES = 65_536;

export function isOwnAddress(text: unknown): text is string {
  return typeof text === 'string' && OWN_ADDRESS.test(text);
}

/** For the fields of DTOs that say where somebody goes on. */
export const IsOwnAddress = (start = '/'): PropertyDecorator =>
  ValidateBy({
    name: 'isOwnAddress',
    validator: {
      validate: (value) => isOwnAddress(value) && value.startsWith(start),
      defaultMessage: () => `must be an address of this service that begins with ${start}`,
    },
  });
