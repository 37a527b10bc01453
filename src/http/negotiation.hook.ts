import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { NameDirectory } from '../access/name-directory.js';
import { Config } from '../config/config.js';
import { respondsWithCsv, respondsWithPage, addVary } from './accept.js';
import { Assets } from './assets.hook.js';
import { Cookies } from './cookies.js';
import { formatCsv, addNames } from './csv.js';
import { setCsvHeaders, toNameReader } from './csv-download.interceptor.js';
import { errorPage } from '../pages/error.page.js';
import { type FlashNote, unsealFlashNote, redirectWithFlash } from './flash-redirect.js';
import { findResumption } from './login-resumption.js';
import { renderLayout } from '../pages/layout.page.js';
import { isLocalPath } from './local-path.js';
import { collectIds } from './named-ids.js';
import { parseNextLink } from './paging.js';
import type { PageContent, FormErrorPage, PageContext } from '../pages/page.js';
import type { Problem } from '../errors/problem.js';
import { resourcePage } from '../pages/resource.page.js';
import { type SignedInUser, SignedInUserResolver } from './signed-in-user.hook.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Shown to a browser instead of an error, when the password is required. */
    confirmationPage?: FormErrorPage;
  }
}

/** This request accepts neither a page nor JSON. Programs read JSON. */
const NOT_ACCEPTABLE = 406;

/** What pages say of the service itself: its version, and how to fix an error. */
export class ServiceFacts {
  constructor(
    readonly version: string,
    readonly findFix: (code: string) => string | null,
  ) {}
}

/**
 * Chooses between HTML, JSON and CSV for every object that is sent as a response, by a handler or by the error filter,
 * so that neither reads Accept. A Fastify hook and not a Nest interceptor: it also handles errors and unknown routes.
 */
@Injectable()
export class ContentNegotiation {
  constructor(
    private readonly config: Config,
    private readonly facts: ServiceFacts,
    private readonly cookies: Cookies,
    private readonly signedInUsers: SignedInUserResolver,
    private readonly names: NameDirectory,
    private readonly assets: Assets,
  ) {}

  preSerialization(
    request: FastifyRequest,
    reply: FastifyReply,
    view: unknown,
    done: (error: Error | null, payload?: unknown) => void,
  ): void {
    if (isCsvResponse(request, reply, view)) this.toCsv(request, reply, view).then((table) => done(null, table), done);
    else if (!respondsWithPage(request) || reply.statusCode === NOT_ACCEPTABLE)
      done(null, toData(request, reply, view));
    else this.toPage(request, reply, view).then((page) => done(null, page), done);
  }

  /** For responses that bypass the hooks. */
  negotiate(request: FastifyRequest, reply: FastifyReply, view: unknown): unknown {
    return respondsWithPage(request) ? this.toPage(request, reply, view) : toData(request, reply, view);
  }

  private async toCsv(request: FastifyRequest, reply: FastifyReply, view: unknown): Promise<string> {
    const { csvColumns = [] } = request.routeOptions.config;
    const rows = [view].flat() as object[];
    setCsvHeaders(request, reply.serializer(String), {
      rows: rows.length,
      isAll: parseNextLink(reply.getHeader('link')) === null,
    });
    return formatCsv(
      await addNames(rows, csvColumns, { names: this.names, reader: toNameReader(request) }),
      csvColumns,
    );
  }

  private async toPage(request: FastifyRequest, reply: FastifyReply, view: unknown): Promise<unknown> {
    const { page = resourcePage } = request.routeOptions.config;
    const problem = findProblem(view, reply.statusCode);
    const redirectAfter =
      problem === null && request.formValues !== undefined ? request.routeOptions.config.redirectAfter : undefined;
    if (redirectAfter !== undefined)
      return this.redirect(
        reply,
        redirectAfter(view as never, request.formValues ?? {}, await this.toRedirectContext(request, reply, view)),
      );
    const context = await this.createPageContext(request, reply, view);
    for (const name of ['Accept', 'Cookie']) reply.header('vary', addVary(reply.getHeader('vary'), name));
    // A flash message is shown once; the page that sets one does not show it.
    if (context.flash !== null && !this.setsFlash(reply)) reply.header('set-cookie', this.cookies.clearFlash());
    reply.type('text/html; charset=utf-8').serializer(String);
    return renderLayout(
      problem ? this.renderProblem(problem, request, context) : page(view as never, context),
      context,
    );
  }

  private setsFlash(reply: FastifyReply): boolean {
    return [reply.getHeader('set-cookie') ?? []]
      .flat()
      .some((cookie) => String(cookie).startsWith(`${this.cookies.flash}=`));
  }

  private async toRedirectContext(
    request: FastifyRequest,
    reply: FastifyReply,
    view: unknown,
  ): Promise<Pick<PageContext, 'getName'> & Readonly<{ isCopy: boolean }>> {
    const signedInUser = await this.findSignedInUser(request, reply);
    return {
      getName: await this.names.resolve(collectIds([view]), signedInUser ?? null),
      isCopy: reply.getHeader('idempotent-replayed') === 'true',
    };
  }

  /** A successful form gets a redirect to a page, never the page itself. */
  private redirect(reply: FastifyReply, { to, saying }: Readonly<{ to: string; saying: string }>): string {
    redirectWithFlash(reply, this.cookies, { to, saying });
    reply.status(303).type('text/html; charset=utf-8').serializer(String);
    return '';
  }

  private renderProblem(
    problem: Problem,
    { method, routeOptions, body, formValues, confirmationPage }: FastifyRequest,
    context: PageContext,
  ): PageContent {
    const { formErrorPage } = routeOptions.config;
    const submitted = formValues ?? pickTexts(body);
    if (confirmationPage !== undefined && problem.status < 500) return confirmationPage(problem, submitted, context);
    if (!formErrorPage || !isFormError(problem, method))
      return errorPage(problem, context, this.facts.findFix(problem.code));
    const { title, ...content } = formErrorPage(problem, submitted, context);
    return { title: `Not accepted: ${title}`, ...content };
  }

  private async createPageContext(request: FastifyRequest, reply: FastifyReply, view: unknown): Promise<PageContext> {
    const { config } = this;
    const signedInUser = await this.findSignedInUser(request, reply);
    const { isBrowserOnly = false } = request.routeOptions.config;
    return {
      path: request.url,
      baseUrl: config.baseUrl,
      version: this.facts.version,
      requestId: request.id,
      ...toFrameContext(signedInUser, request),
      hidesSecrets: request.actor?.hidesSecrets === true,
      signInUrl:
        signedInUser === null && !isBrowserOnly
          ? toSignInUrl(request, unsealFlashNote(this.cookies.readFlashNote(request.headers.cookie), config.secretKey))
          : null,
      hasJson: !isBrowserOnly,
      needsToken: request.isAuthenticated === true,
      flash: this.cookies.readFlash(request.headers.cookie),
      theme: this.cookies.readTheme(request.headers.cookie),
      nextUrl: parseNextLink(reply.getHeader('link')),
      ...(await this.listChoices(request)),
      // A rejected request gets no names for the ids in its URL: they may belong to another user.
      getName: await this.names.resolve(
        collectIds(
          [view, findProblem(view, reply.statusCode) === null && request.params],
          [request.query, request.formValues],
        ),
        signedInUser ?? null,
      ),
      getAssetUrl: this.assets.getUrl,
    };
  }

  /** The choices of a form field, at a route that asks for them. */
  private async listChoices({
    actor,
    routeOptions: { config },
  }: FastifyRequest): Promise<Pick<PageContext, 'accounts' | 'clients'>> {
    const { names } = this;
    const { needsAccountChoices = false, needsClientChoices = false } = config;
    if (actor === undefined) return { accounts: null, clients: null };
    return {
      accounts: needsAccountChoices ? await names.listAccountOptions(actor) : null,
      clients: needsClientChoices ? await names.listClientOptions(actor) : null,
    };
  }

  /** Without a cookie there is no signed-in user. */
  private async findSignedInUser(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<SignedInUser | null | undefined> {
    return this.cookies.readSession(request.headers.cookie) === null
      ? null
      : this.signedInUsers.resolve(request, reply);
  }
}

function findProblem(view: unknown, status: number): Problem | null {
  const isProblem =
    status >= 300 && typeof view === 'object' && view !== null && 'request_id' in view && 'type' in view;
  return isProblem ? (view as Problem) : null;
}

function toFrameContext(
  signedInUser: SignedInUser | null | undefined,
  request: FastifyRequest,
): Pick<PageContext, 'userName' | 'actingFor' | 'isAdministrator' | 'formToken' | 'lastEventSeq'> {
  if (!signedInUser)
    return { userName: null, actingFor: null, isAdministrator: false, formToken: request.formToken ?? null };
  const { name, actingFor, isAdministrator, formToken } = signedInUser;
  return { userName: name, actingFor, isAdministrator, formToken, lastEventSeq: request.lastEventSeq ?? null };
}

/**
 * Errors that the sender can fix: not a foreign form, and not a form without permission. A search is rejected for its
 * syntax only.
 */
function isFormError({ status, code }: Problem, method: string): boolean {
  if (method === 'GET') return status === 400;
  return status >= 400 && status < 500 && !NON_FORM_ERRORS.has(code);
}

const NON_FORM_ERRORS: ReadonlySet<string> = new Set([
  'foreign_form',
  'foreign_origin',
  'insufficient_scope',
  'administrators_only',
  'owners_only',
]);

function pickTexts(body: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(body ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function toData(request: FastifyRequest, reply: FastifyReply, view: unknown): unknown {
  const { alwaysJson = false, errorFormat } = request.routeOptions.config;
  const problem = findProblem(view, reply.statusCode);
  if (!alwaysJson) reply.header('vary', addVary(reply.getHeader('vary'), 'Accept'));
  if (problem && errorFormat) return errorFormat(problem);
  if (problem) reply.type('application/problem+json');
  return view;
}

/** Whether this response is a list for a request that asks for CSV. */
const isCsvResponse = (request: FastifyRequest, reply: FastifyReply, view: unknown): boolean =>
  request.routeOptions.config.csvColumns !== undefined &&
  respondsWithCsv(request) &&
  findProblem(view, reply.statusCode) === null;

/**
 * The link back: to the input, to the page that redirected here, or to the previous page; the welcome page leads to the
 * sign-in.
 */
function toSignInUrl(request: FastifyRequest, { path }: FlashNote): string {
  const { method, url } = request;
  const canReturn = (method === 'GET' || method === 'HEAD') && url !== '/' && isLocalPath(url);
  const to = findResumption(request)?.to ?? path ?? (canReturn ? url : null);
  return to === null ? '/login' : `/login?resume=${encodeURIComponent(to)}`;
}
