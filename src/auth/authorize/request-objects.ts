import { UnsupportedParameter } from './authorization-errors.js';
import type { Parameters } from './parameters.js';

/** Parameters in a JWT, by value or by reference, and clients that register themselves: not here, and not silently. */
export function refuseRequestObjects(parameters: Parameters): void {
  if (parameters.request !== undefined) throw new UnsupportedParameter('request_not_supported');
  if (parameters.request_uri !== undefined) throw new UnsupportedParameter('request_uri_not_supported');
  if (parameters.registration !== undefined) throw new UnsupportedParameter('registration_not_supported');
}
