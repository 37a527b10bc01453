import type { Contract } from '../src/openapi/contract.js';
import type { Endpoint } from '../src/openapi/endpoint.js';

type Row = Readonly<{ route: string; summary: string; access: string; guards: string; tag: string; file: string }>;

/** Routes that no controller answers. */
const assets = { access: 'anyone', guards: '', tag: 'http', file: 'src/http/assets.hook.ts' };
const served: readonly Row[] = [
  { ...assets, route: 'GET /assets/:hash/:file', summary: 'Serves scripts, styles and pictures of pages' },
  { ...assets, route: 'GET /favicon.ico', summary: 'Serves the icon of pages' },
];

/** Rules of access that neither a decorator nor the table of scopes states; the first one that fits replaces the general rule. */
const exceptions: readonly (readonly [route: RegExp, access: string])[] = [
  [/^GET \/metrics$/, 'this machine, or `METRICS_TOKEN`'],
  [
    /^(?:POST \/refpositions|GET \/refpositions\/new|POST \/accounts\/:acct_id\/moneyvals|\w+ \/accounts\/statements\/.*|POST \/reconciliation\/breaks\/(?::id\/notes|updates))$/,
    'administrator; in the sandbox the owner',
  ],
  [/^GET \/audit$/, 'user, of their own entries; administrator'],
  [/^POST \/oauth\/consent$/, 'signed-in browser'],
];

const credentials: Readonly<Record<Endpoint['access'], string>> = {
  none: 'anyone',
  client: 'API key',
  session: 'signed-in browser',
  stream: 'user, or a ticket',
  bearer: 'user',
};

/** Writes docs/routes.md: every route of the service, from its decorators, its table of scopes and its contract. */
export function routeDocument(endpoints: readonly Endpoint[], contract: Contract): string {
  const rows = endpoints
    .filter(({ method }) => method !== 'options')
    .map((endpoint) => rowOf(endpoint, contract))
    .concat(served);
  const tags = [...new Set(rows.map(({ tag }) => tag))].sort();
  return [introduction, ...tags.map((tag) => section(tag, rows))].join('\n');
}

const introduction = `# Routes

Every route of the service. \`npm run routes\` writes this page from the code, and a test compares it with the router. Parameters, bodies,
answers and errors are at \`/docs\` and, as OpenAPI 3.1, at \`/openapi.json\`.

*Access* names who may send the request. A *user* sends an access token; for a page, a signed-in browser does as well. The scope is the one
that a token of another user's API key needs ([scopes](scopes.md)). *Guards* are those of the route, after the guards of every
request in [src/pipeline.ts](../src/pipeline.ts). A user sees the accounts that they own or were granted, and no others; an
administrator sees all.
`;

function section(tag: string, rows: readonly Row[]): string {
  const lines = rows
    .filter((row) => row.tag === tag)
    .sort((one, other) => (pathOf(one) < pathOf(other) ? -1 : 1))
    .map(
      ({ route, summary, access, guards, file }) =>
        `| \`${route}\` | ${summary.replaceAll('|', '\\|')} | ${access} | ${guards} | \`${file}\` |`,
    );
  return `## ${tag}\n\n| Route | What it does | Access | Guards | File |\n|---|---|---|---|---|\n${lines.join('\n')}\n`;
}

const pathOf = ({ route }: Row): string => route.split(' ').reverse().join(' ');

function rowOf(endpoint: Endpoint, contract: Contract): Row {
  const { summary, tag, file, errorCodes, credential } = contract.operations[endpoint.handler] ?? unknown(endpoint);
  const route = `${endpoint.method.toUpperCase()} ${endpoint.path}`;
  const [, exception] = exceptions.find(([pattern]) => pattern.test(route)) ?? [];
  const isAdministrators = errorCodes.includes('administrators_only');
  const who = exception ?? (isAdministrators ? 'administrator' : credentials[credential ?? endpoint.access]);
  const guards = endpoint.guards.map((guard) => `\`${guard}\``).join(', ');
  return { route, summary, access: who + scopeOf(endpoint), guards, tag, file };
}

const scopeOf = ({ scope }: Endpoint): string => (scope === null ? '' : ` · \`${scope}\``);

function unknown({ handler }: Endpoint): never {
  throw new Error(`The contract does not have ${handler}.`);
}
