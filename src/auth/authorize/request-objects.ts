import { UnsupportedParameterError } from './authorization-errors.js';
import type { AuthorizationParameters } from './authorization-parameters.js';

/** Parameters in a JWT, by value or by reference, and clients that register themselves: not here, and not silently. */
export function rejectRequestObjects(parameters: AuthorizationParameters): void {
  if (parameters.request !== undefined) throw new UnsupportedParameterError('request_not_supported');
  if (parameters.request_uri !== undefined) throw new UnsupportedParameterError('request_uri_not_supported');
  if (parameters.registration !== undefined) throw new UnsupportedParameterError('registration_not_supported');
}
