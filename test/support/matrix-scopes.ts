import type { Role } from './callers.js';
import { type LimitedRole, limitedRoles, type Scope } from './limited-roles.js';
import type { Row, ExpectedStatuses } from './matrix.js';

const endpoints = (scope: Scope, ...names: readonly string[]): [string, Scope][] => names.map((name) => [name, scope]);

/** What every endpoint that changes something asks of a limited token, and what asks for more than to read. Written down apart from the service, and held against it. */
const scopes = new Map<string, Scope>([
  ...endpoints(
    'keys',
    'GET /oauth/client',
    'POST /oauth/client',
    'PUT /oauth/client',
    'DELETE /oauth/client/:client_id',
    'POST /oauth/client/:client_id/secret',
    'GET /oauth/client/:client_id/requests',
  ),
  ...endpoints('keys', 'PUT /users/me', 'POST /users/me/password'),
  ...endpoints('none', 'PUT /oauth/client/:client_id/first-party'),
  ...endpoints(
    'none',
    'GET /endpoints/unsigned',
    'POST /endpoints/unsigned',
    'POST /endpoints/cancel',
    'GET /endpoints/stream',
    'GET /leaky-endpoints/:id',
    'POST /leaky-endpoints/:id',
  ),
  ...endpoints(
    'admin',
    'GET /administration',
    'GET /administration/health',
    'GET /administration/halts',
    'GET /administration/halts/confirmation',
    'POST /instruments/statuses',
  ),
  ...endpoints(
    'admin',
    'GET /users',
    'GET /users/:id',
    'POST /users/:id/enable',
    'POST /users/:id/disable',
    'POST /users/:id/end-sessions',
  ),
  ...endpoints(
    'admin',
    'POST /accounts',
    'PUT /accounts/:acct_id',
    'GET /accounts/:acct_id/grants',
    'POST /accounts/:acct_id/grants',
  ),
  ...endpoints('admin', 'PUT /accounts/:acct_id/grants/:user_id', 'DELETE /accounts/:acct_id/grants/:user_id'),
  ...['productgroups', 'products', 'instruments'].flatMap((list) =>
    endpoints('admin', `POST /${list}`, `PUT /${list}/:id`, `GET /${list}/new`, `GET /${list}/:id/change`),
  ),
  ...endpoints(
    'trade',
    'POST /orderactions',
    'GET /orderactions/stream',
    'POST /accounts/:acct_id/moneyvals',
    'POST /refpositions',
    'POST /reconciliation/breaks/:id/notes',
    'POST /reconciliation/breaks/updates',
  ),
  ...endpoints('trade', 'POST /watchlists', 'PUT /watchlists/:id', 'DELETE /watchlists/:id'),
  ...endpoints('trade', 'POST /alerts', 'PATCH /alerts/:id', 'DELETE /alerts/:id'),
  ...endpoints(
    'read',
    'POST /orderactions/preview',
    'POST /tickets',
    'POST /webhooks',
    'PATCH /webhooks/:id',
    'DELETE /webhooks/:id',
    'POST /webhooks/:id/secret',
    'POST /webhooks/:id/test',
  ),
  ...endpoints('read', 'POST /webhooks/:id/replay', 'POST /webhooks/:id/deliveries/:delivery_id/replay'),
]);

/** Nobody may add an endpoint that changes something without saying here what it asks for. */
function scopeOf(endpoint: string): Scope {
  const scope = scopes.get(endpoint) ?? (endpoint.startsWith('GET ') ? 'read' : undefined);
  if (scope === undefined) throw new TypeError(`${endpoint} stands in no list of test/support/matrix-scopes.ts`);
  return scope;
}

const names = Object.keys(limitedRoles) as LimitedRole[];

/** The row with what limited tokens meet: where a token is asked for, 403 unless one of their scopes opens it. */
export function withLimits(row: Row): Row {
  const { endpoint, statuses, mayTellApart } = row;
  if (statuses.anonymous !== 'login' || statuses['a customer'] === 'login') return row;
  const limited = names.map((name): [LimitedRole, ExpectedStatuses] => {
    const { like, opens } = limitedRoles[name];
    return [name, (opens as readonly Scope[]).includes(scopeOf(endpoint)) ? statuses[like] : 403];
  });
  const tell: Row['mayTellApart'] =
    Array.isArray(mayTellApart) && (mayTellApart as readonly Role[]).includes('an administrator')
      ? [...(mayTellApart as readonly Role[]), 'an administrator’s third-party token to administer']
      : mayTellApart;
  return {
    ...row,
    statuses: { ...statuses, ...Object.fromEntries(limited) },
    ...(tell !== undefined && { mayTellApart: tell }),
  };
}
