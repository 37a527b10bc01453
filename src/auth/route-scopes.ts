import type { ResourceScope } from '../access/resource-scope.js';

/** What opens a route to a token that is limited to scopes; `none` where no scope does. */
export type RouteScope = ResourceScope | 'none';

type Rule = Readonly<{ methods: 'every' | 'GET' | 'change'; route: RegExp; scope: RouteScope }>;

const rule = (methods: Rule['methods'], route: RegExp, scope: RouteScope): Rule => ({ methods, route, scope });

/**
 * The one table of what each scope opens, by method and route; the first rule that fits decides. A route without a rule is closed to limited
 * tokens, and a test fails: whoever adds an endpoint decides here what it is.
 *
 * `keys` opens what lets somebody sign in as the user or act for them. An application that marked its own key first-party would grant itself
 * everything, so no scope opens that.
 */
const RULES: readonly Rule[] = [
  rule('every', /^\/oauth\/client\/:client_id\/first-party$/, 'none'),
  rule('every', /^\/oauth\/client(?:\/|$)/, 'keys'),
  rule('GET', /^\/users\/me$/, 'read'),
  rule('change', /^\/users\/me(?:\/password)?$/, 'keys'),
  rule('every', /^\/(?:users|administration)(?:\/|$)/, 'admin'),
  rule('every', /^\/accounts\/:acct_id\/grants(?:\/|$)/, 'admin'),
  rule('change', /^\/accounts(?:\/:acct_id)?$/, 'admin'),
  rule('GET', /^\/(?:productgroups|products|instruments)\/(?:new|:id\/change)$/, 'admin'),
  rule('change', /^\/(?:productgroups|products|instruments)(?:\/|$)/, 'admin'),
  // They change nothing: a ticket opens a stream to be read, a preview tells what would be.
  rule('change', /^\/(?:tickets|orderactions\/preview)$/, 'read'),
  // A webhook is the application's own, tells what the application may read, and ends with its access.
  rule('every', /^\/webhooks(?:\/|$)/, 'read'),
  rule(
    'change',
    /^\/(?:orderactions|refpositions|accounts\/:acct_id\/moneyvals|reconciliation\/breaks\/:id\/notes)$/,
    'trade',
  ),
  rule(
    'GET',
    /^\/(?:accounts|audit|bars|events|fills|instruments|marketdata|orderactions|orders|positions|productgroups|products|reconciliation|refpositions|trades)(?:\/|$)/,
    'read',
  ),
];

/** Null where nobody has decided. HEAD is GET without its body. */
export function scopeOfRoute(method: string, route: string): RouteScope | null {
  const kind = method === 'GET' || method === 'HEAD' ? 'GET' : 'change';
  return (
    RULES.find((each) => (each.methods === 'every' || each.methods === kind) && each.route.test(route))?.scope ?? null
  );
}
