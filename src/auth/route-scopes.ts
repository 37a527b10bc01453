import type { ResourceScope } from '../access/actor.js';

/** The scope that permits a route; `none` if no scope does. */
export type RouteScope = ResourceScope | 'none';

type RouteScopeRule = Readonly<{ methods: 'every' | 'GET' | 'change'; route: RegExp; scope: RouteScope }>;

const defineRule = (methods: RouteScopeRule['methods'], route: RegExp, scope: RouteScope): RouteScopeRule => ({
  methods,
  route,
  scope,
});

/**
 * The scopes of all routes by method and path; the first matching rule decides. A route without a rule rejects limited
 * tokens, and a test fails: a new endpoint needs its rule here. `keys` permits changes that let another party sign in
 * as the user or act for them. No scope permits marking a key as first-party, because an application could then grant
 * itself everything.
 */
const RULES: readonly RouteScopeRule[] = [
  defineRule('every', /^\/oauth\/client\/:client_id\/first-party$/, 'none'),
  defineRule('every', /^\/oauth\/client(?:\/|$)/, 'keys'),
  defineRule('GET', /^\/users\/me$/, 'read'),
  defineRule('change', /^\/users\/me(?:\/password)?$/, 'keys'),
  defineRule('every', /^\/(?:users|administration)(?:\/|$)/, 'admin'),
  defineRule('every', /^\/accounts\/:acct_id\/grants(?:\/|$)/, 'admin'),
  defineRule('change', /^\/accounts(?:\/:acct_id)?$/, 'admin'),
  defineRule('GET', /^\/(?:productgroups|products|instruments)\/(?:new|:id\/change)$/, 'admin'),
  defineRule('change', /^\/(?:productgroups|products|instruments)(?:\/|$)/, 'admin'),
  // They change nothing: a ticket opens a stream for reading, a preview shows the effect of actions.
  defineRule('change', /^\/(?:tickets|orderactions\/preview)$/, 'read'),
  // A webhook belongs to the application, sends what the application may read, and ends with its access.
  defineRule('every', /^\/webhooks(?:\/|$)/, 'read'),
  defineRule('GET', /^\/(?:watchlists|alerts)(?:\/|$)/, 'read'),
  defineRule('change', /^\/(?:watchlists|alerts)(?:\/|$)/, 'trade'),
  defineRule(
    'change',
    /^\/(?:orderactions|refpositions|accounts\/:acct_id\/moneyvals|reconciliation\/breaks\/(?::id\/notes|updates))$/,
    'trade',
  ),
  defineRule('GET', /^\/orderactions\/stream$/, 'trade'),
  defineRule(
    'GET',
    /^\/(?:accounts|audit|bars|events|fills|instruments|marketdata|orderactions|orders|positions|productgroups|products|reconciliation|refpositions|trades)(?:\/|$)/,
    'read',
  ),
];

/** Null where nobody has decided. HEAD is GET without its body. */
export function findRouteScope(method: string, route: string): RouteScope | null {
  const kind = method === 'GET' || method === 'HEAD' ? 'GET' : 'change';
  return (
    RULES.find(
      (candidate) => (candidate.methods === 'every' || candidate.methods === kind) && candidate.route.test(route),
    )?.scope ?? null
  );
}
