import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { NameDirectory } from '../access/name-directory.js';
import { Config } from '../config/config.js';
import { respondsWithCsv, respondsWithErrorPage, respondsWithMarkdown, respondsWithPage, addVary } from './accept.js';
import { Assets } from './assets.hook.js';
import { Cookies } from './cookies.js';
import { formatCsv, addNames } from './csv.js';
import { setCsvHeaders, toNameReader } from './csv-download.interceptor.js';
import { errorPage } from '../pages/error.page.js';
import { renderLayout } from '../pages/layout.page.js';
import { sealFlashNote } from './flash-redirect.js';
import { findProblem, PageContexts, ServiceFacts } from './page-context.hook.js';
import { parseNextLink } from './paging.js';
import type { FlashButton, PageContent, FormErrorPage, PageContext } from '../pages/page.js';
import type { Problem } from '../errors/problem.js';
import { resourcePage } from '../pages/resource.page.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Shown to a browser instead of an error, when the password is required. */
    confirmationPage?: FormErrorPage;
  }
}

/** This request accepts neither a page nor JSON. Programs read JSON. */
const NOT_ACCEPTABLE = 406;

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
    private readonly names: NameDirectory,
    private readonly assets: Assets,
    private readonly contexts: PageContexts,
  ) {}

  preSerialization(
    request: FastifyRequest,
    reply: FastifyReply,
    view: unknown,
    done: (error: Error | null, payload?: unknown) => void,
  ): void {
    if (isCsvResponse(request, reply, view)) this.toCsv(request, reply, view).then((table) => done(null, table), done);
    else if (respondsWithMarkdown(request)) done(null, this.toMarkdown(request, reply, view));
    else if (isPage(request, reply, view)) this.toPage(request, reply, view).then((page) => done(null, page), done);
    else done(null, toData(request, reply, view));
  }

  /** For responses that bypass the hooks. */
  negotiate(request: FastifyRequest, reply: FastifyReply, view: unknown): unknown {
    return isPage(request, reply, view) ? this.toPage(request, reply, view) : toData(request, reply, view);
  }

  private async toCsv(request: FastifyRequest, reply: FastifyReply, view: unknown): Promise<string> {
    const { csvColumns = [], csvRowsField } = request.routeOptions.config;
    const rows = csvRowsField === undefined ? ([view].flat() as object[]) : toRowsOfField(view as Whole, csvRowsField);
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
        redirectAfter(
          view as never,
          request.formValues ?? {},
          await this.contexts.createForRedirect(request, reply, view),
        ),
      );
    const context = { ...(await this.contexts.create(request, reply, view)), getAssetUrl: this.assets.getUrl };
    for (const name of ['Accept', 'Cookie']) reply.header('vary', addVary(reply.getHeader('vary'), name));
    // A flash message is shown once; the page that sets one does not show it.
    if (context.flash !== null && !this.setsFlash(reply)) reply.header('set-cookie', this.cookies.clearFlash());
    reply.headers(toReferrerHeader(request, context));
    reply.type('text/html; charset=utf-8').serializer(String);
    return renderLayout(
      problem ? this.renderProblem(problem, request, context) : page(view as never, context),
      context,
    );
  }

  private toMarkdown({ routeOptions }: FastifyRequest, reply: FastifyReply, view: unknown): string {
    const problem = findProblem(view, reply.statusCode);
    reply.header('vary', addVary(reply.getHeader('vary'), 'Accept'));
    reply.type('text/markdown; charset=utf-8').serializer(String);
    return problem
      ? formatProblem(problem, this.facts.findFix(problem.code))
      : (routeOptions.config.markdown?.(view as never) ?? '');
  }

  private setsFlash(reply: FastifyReply): boolean {
    return [reply.getHeader('set-cookie') ?? []]
      .flat()
      .some((cookie) => String(cookie).startsWith(`${this.cookies.flash}=`));
  }

  /** A successful form gets a redirect to a page, never the page itself. */
  private redirect(
    reply: FastifyReply,
    { to, saying, ...note }: Readonly<{ to: string; saying: string; button?: FlashButton }>,
  ): string {
    this.cookies.redirectWithFlash(reply, to, saying, sealFlashNote(note, this.config.secretKey));
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
}

/**
 * Errors that the sender can fix: not a foreign form, and not a form without permission. A search is rejected for its
 * values only.
 */
function isFormError({ status, code }: Problem, method: string): boolean {
  if (method === 'GET') return status === 400 || status === 422;
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

/**
 * The sign-in after an ended session leads back to the page of a form (flash-redirect.ts). Pages of an authorization never send a
 * referrer: their addresses have codes of applications (RFC 9700 §4.2.4).
 */
const toReferrerHeader = (
  { routeOptions: { url = '' } }: FastifyRequest,
  { userName }: PageContext,
): Readonly<Record<string, string>> =>
  userName === null || url.startsWith('/oauth/') ? {} : { 'referrer-policy': 'same-origin' };

type Whole = Readonly<Record<string, unknown>>;

function toRowsOfField(whole: Whole, field: string): object[] {
  const rows = whole[field] as object[];
  return rows.length === 0 ? [whole] : rows.map((row) => ({ ...whole, ...row }));
}

/** What the page of an error says, in short. */
const formatProblem = ({ title, status, code, detail }: Problem, fix: string | null): string =>
  `# ${title}\n\nStatus: ${status}, [\`${code}\`](/docs/errors/${code}.md)\n\n${detail}\n${fix === null ? '' : `\nFix: ${fix}\n`}`;

function isPage(request: FastifyRequest, reply: FastifyReply, view: unknown): boolean {
  if (findProblem(view, reply.statusCode) === null) return respondsWithPage(request);
  return respondsWithErrorPage(request) && reply.statusCode !== NOT_ACCEPTABLE;
}

/** Whether this response is a list for a request that asks for CSV. */
const isCsvResponse = (request: FastifyRequest, reply: FastifyReply, view: unknown): boolean =>
  request.routeOptions.config.csvColumns !== undefined &&
  respondsWithCsv(request) &&
  findProblem(view, reply.statusCode) === null;
