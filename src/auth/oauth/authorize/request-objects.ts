import { UnsupportedParameterError } from './authorization-errors.js';
import type { AuthorizationParameters } from './authorization-parameters.js';

/** Request objects, by value or by reference, and dynamic registration are not supported and are rejected. */
export function rejectRequestObjects(parameters: AuthorizationParameters): void {
  if (parameters.request !== undefined) throw new UnsupportedParameterError('request_not_supported');
  if (parameters.request_uri !== undefined) throw new UnsupportedParameterError('request_uri_not_supported');
  if (parameters.registration !== undefined) throw new UnsupportedParameterError('registration_not_supported');
}
