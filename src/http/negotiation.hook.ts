import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Names } from '../access/names.js';
import type { Config } from '../config/config.js';
import { getsCsv, getsPage } from './accept.js';
import { Cookies } from './cookies.js';
import { csvOf } from './csv.js';
import { withNames } from './csv-names.js';
import { describeTable, readerOf } from './csv-table.hook.js';
import { errorPage } from './error.page.js';
import { type FlashNote, openNote } from './flash-note.js';
import { resumptionOf } from './form-resumption.js';
import { goOn } from './go-on.js';
import { layout } from './layout.page.js';
import { isOwnAddress } from './own-address.js';
import { idsIn } from './named-ids.js';
import { nextIn } from './paging.js';
import type { PageContent, RefusalPage, Visit } from './page.js';
import type { Problem } from './problem.js';
import { resourcePage } from './resource.page.js';
import { withVary } from './vary.js';
import type { Visitor, Visitors } from './visitors.hook.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Shown to a browser instead of an error, while the password is asked for. */
    confirmationPage?: RefusalPage;
  }
}

/** Whoever gets this admits neither a page nor JSON. Programs read JSON. */
const NOT_ACCEPTABLE = 406;

/** What the shell knows that a single request does not. */
export type Shell = Readonly<{
  config: Config;
  version: string;
  visitors: Visitors;
  names: Names;
  asset: (name: string) => string;
  mendOf: (code: string) => string | null;
}>;

/**
 * The one place that chooses between HTML, JSON and CSV. It runs on every object that leaves the house, whether a handler
 * returned it or the error filter described it, so neither ever looks at Accept. A Fastify hook and not a Nest
 * interceptor: it also sees errors and unknown routes.
 */
export class Negotiation {
  private readonly cookies: Cookies;

  constructor(private readonly shell: Shell) {
    this.cookies = new Cookies(shell.config.isHttps);
  }

  listen(fastify: FastifyInstance): void {
    fastify.addHook('preSerialization', (request, reply, view, done) => {
      if (isTable(request, reply, view)) this.asTable(request, reply, view).then((table) => done(null, table), done);
      else if (!getsPage(request) || reply.statusCode === NOT_ACCEPTABLE) done(null, asData(request, reply, view));
      else this.asPage(request, reply, view).then((page) => done(null, page), done);
    });
  }

  /** For whoever answers past the hooks. */
  inTheCallersTongue(request: FastifyRequest, reply: FastifyReply, view: unknown): unknown {
    return getsPage(request) ? this.asPage(request, reply, view) : asData(request, reply, view);
  }

  private async asTable(request: FastifyRequest, reply: FastifyReply, view: unknown): Promise<string> {
    const { csvColumns = [] } = request.routeOptions.config;
    const rows = [view].flat() as object[];
    describeTable(request, reply.serializer(String), {
      rows: rows.length,
      isAll: nextIn(reply.getHeader('link')) === null,
    });
    return csvOf(await withNames(rows, csvColumns, { names: this.shell.names, reader: readerOf(request) }), csvColumns);
  }

  private async asPage(request: FastifyRequest, reply: FastifyReply, view: unknown): Promise<unknown> {
    const { page = resourcePage } = request.routeOptions.config;
    const problem = problemIn(view, reply.statusCode);
    const leadsOn = problem === null && request.typed !== undefined ? request.routeOptions.config.leadsOn : undefined;
    if (leadsOn !== undefined)
      return this.onTheWay(reply, leadsOn(view as never, request.typed ?? {}, await this.done(request, reply, view)));
    const visit = await this.visit(request, reply, view);
    for (const name of ['Accept', 'Cookie']) reply.header('vary', withVary(reply.getHeader('vary'), name));
    // What was left for the next page is said once; the page that leaves a sentence does not say it itself.
    if (visit.flash !== null && !this.leavesFlash(reply)) reply.header('set-cookie', this.cookies.clearFlash());
    reply.type('text/html; charset=utf-8').serializer(String);
    return layout(problem ? this.refusal(problem, request, visit) : page(view as never, visit), visit);
  }

  private leavesFlash(reply: FastifyReply): boolean {
    return [reply.getHeader('set-cookie') ?? []]
      .flat()
      .some((cookie) => String(cookie).startsWith(`${this.cookies.flash}=`));
  }

  private async done(
    request: FastifyRequest,
    reply: FastifyReply,
    view: unknown,
  ): Promise<Pick<Visit, 'named'> & Readonly<{ isCopy: boolean }>> {
    const visitor = await this.visitorOf(request, reply);
    return {
      named: await this.shell.names.of(idsIn([view]), visitor ?? null),
      isCopy: reply.getHeader('idempotent-replayed') === 'true',
    };
  }

  /** A form that went well is answered by the way to a page, never by the page itself. */
  private onTheWay(reply: FastifyReply, { to, saying }: Readonly<{ to: string; saying: string }>): string {
    goOn(reply, this.cookies, { to, saying });
    reply.status(303).type('text/html; charset=utf-8').serializer(String);
    return '';
  }

  private refusal(
    problem: Problem,
    { method, routeOptions, body, typed, confirmationPage }: FastifyRequest,
    visit: Visit,
  ): PageContent {
    const { refusalPage } = routeOptions.config;
    const sent = typed ?? textsIn(body);
    if (confirmationPage !== undefined && problem.status < 500) return confirmationPage(problem, sent, visit);
    if (!refusalPage || !isAboutTheForm(problem, method))
      return errorPage(problem, visit, this.shell.mendOf(problem.code));
    const { title, ...content } = refusalPage(problem, sent, visit);
    return { title: `Not accepted: ${title}`, ...content };
  }

  private async visit(request: FastifyRequest, reply: FastifyReply, view: unknown): Promise<Visit> {
    const { config, version, asset, names } = this.shell;
    const visitor = await this.visitorOf(request, reply);
    const { isForPeople = false } = request.routeOptions.config;
    return {
      path: request.url,
      baseUrl: config.baseUrl,
      version,
      requestId: request.id,
      ...asTheFrameKnows(visitor, request),
      hidesSecrets: request.actor?.hidesSecrets === true,
      signIn:
        visitor === null && !isForPeople
          ? signInFrom(request, openNote(this.cookies.readFlashNote(request.headers.cookie), config.secretKey))
          : null,
      hasJson: !isForPeople,
      needsToken: request.isRecognised === true,
      flash: this.cookies.readFlash(request.headers.cookie),
      theme: this.cookies.readTheme(request.headers.cookie),
      next: nextIn(reply.getHeader('link')),
      ...(await this.choosable(request)),
      // Whoever is refused is told no name of what stands in the address: it may be somebody else's.
      named: await names.of(
        idsIn([view, problemIn(view, reply.statusCode) === null && request.params], [request.query, request.typed]),
        visitor ?? null,
      ),
      asset,
    };
  }

  /** What the reader may choose from, at a door that asks for it. */
  private async choosable({
    actor,
    routeOptions: { config },
  }: FastifyRequest): Promise<Pick<Visit, 'accounts' | 'keys'>> {
    const { names } = this.shell;
    const { asksForAccount = false, asksForKey = false } = config;
    if (actor === undefined) return { accounts: null, keys: null };
    return {
      accounts: asksForAccount ? await names.accountsFor(actor) : null,
      keys: asksForKey ? await names.keysFor(actor) : null,
    };
  }

  /** Without a cookie there is nobody to ask for. */
  private async visitorOf(request: FastifyRequest, reply: FastifyReply): Promise<Visitor | null | undefined> {
    return this.cookies.readSession(request.headers.cookie) === null ? null : this.shell.visitors.of(request, reply);
  }
}

function problemIn(view: unknown, status: number): Problem | null {
  const isProblem =
    status >= 300 && typeof view === 'object' && view !== null && 'request_id' in view && 'type' in view;
  return isProblem ? (view as Problem) : null;
}

function asTheFrameKnows(
  visitor: Visitor | null | undefined,
  request: FastifyRequest,
): Pick<Visit, 'person' | 'actingFor' | 'isAdministrator' | 'formToken' | 'toldUpTo'> {
  if (!visitor) return { person: null, actingFor: null, isAdministrator: false, formToken: request.formToken ?? null };
  const { name, actingFor, isAdministrator, formToken } = visitor;
  return { person: name, actingFor, isAdministrator, formToken, toldUpTo: request.toldUpTo ?? null };
}

/** What its sender can mend: neither a form that is not ours, nor one that is not theirs to send. A search is refused for how it is spelled alone. */
function isAboutTheForm({ status, code }: Problem, method: string): boolean {
  if (method === 'GET') return status === 400;
  return status >= 400 && status < 500 && !notTheirs.has(code);
}

const notTheirs: ReadonlySet<string> = new Set([
  'foreign_form',
  'foreign_origin',
  'insufficient_scope',
  'administrators_only',
  'owners_only',
]);

function textsIn(body: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(body ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function asData(request: FastifyRequest, reply: FastifyReply, view: unknown): unknown {
  const { alwaysJson = false, failsAs } = request.routeOptions.config;
  const problem = problemIn(view, reply.statusCode);
  if (!alwaysJson) reply.header('vary', withVary(reply.getHeader('vary'), 'Accept'));
  if (problem && failsAs) return failsAs(problem);
  if (problem) reply.type('application/problem+json');
  return view;
}

/** A list, for whoever asks for lines. */
const isTable = (request: FastifyRequest, reply: FastifyReply, view: unknown): boolean =>
  request.routeOptions.config.csvColumns !== undefined &&
  getsCsv(request) &&
  problemIn(view, reply.statusCode) === null;

/** Back to what was typed, to the page that the reader was sent away from, or to where one was, if one can go there; the welcome page is where the sign-in leads by itself. */
function signInFrom(request: FastifyRequest, { path }: FlashNote): string {
  const { method, url } = request;
  const canReturn = (method === 'GET' || method === 'HEAD') && url !== '/' && isOwnAddress(url);
  const to = resumptionOf(request)?.to ?? path ?? (canReturn ? url : null);
  return to === null ? '/login' : `/login?resume=${encodeURIComponent(to)}`;
}
