import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Hook } from '../access/hook.js';
import { type NamedField, NameDirectory, type NamedIds } from '../access/name-directory.js';
import { Config } from '../config/config.js';
import type { Problem } from '../errors/problem.js';
import { parseHiddenColumns } from '../pages/column-choice.js';
import { Navigation } from '../pages/navigation.js';
import type { PageContext } from '../pages/page.js';
import { Cookies } from './cookies.js';
import { type FlashNote, unsealFlashNote, findResumption } from './flash-redirect.js';
import { isLocalPath } from './local-path.js';
import { parseNextLink } from './paging.js';
import { type SignedInUser, SignedInUserResolver } from './signed-in-user.hook.js';
import { parseId, isId } from './wire-values.js';

/** What pages say of the service itself: its version, and how to fix an error. */
export class ServiceFacts {
  constructor(
    readonly version: string,
    readonly findFix: (code: string) => string | null,
  ) {}
}

/** Collects what pages show besides the view of a handler: the request, its user, the names of ids, and the bars. */
@Injectable()
export class PageContexts {
  /** The number of the last alert that has triggered, for a user who has alerts. */
  readonly latestNotices = Hook.required<(userId: number) => number | null>();

  constructor(
    private readonly config: Config,
    private readonly facts: ServiceFacts,
    private readonly cookies: Cookies,
    private readonly signedInUsers: SignedInUserResolver,
    private readonly names: NameDirectory,
    private readonly navigation: Navigation,
  ) {}

  async create(request: FastifyRequest, reply: FastifyReply, view: unknown): Promise<Omit<PageContext, 'getAssetUrl'>> {
    const { config } = this;
    const signedInUser = await this.findSignedInUser(request, reply);
    const { isBrowserOnly = false, resumeAfterLogin } = request.routeOptions.config;
    const note = unsealFlashNote(this.cookies.readFlashNote(request.headers.cookie), config.secretKey);
    const needsSignIn = signedInUser === null && (!isBrowserOnly || resumeAfterLogin !== undefined);
    return {
      path: findPagePath(request),
      baseUrl: config.baseUrl,
      version: this.facts.version,
      requestId: request.id,
      ...toFrameContext(signedInUser, request),
      latestNotice: signedInUser ? this.findLatestNotice(signedInUser, note) : null,
      hidesSecrets: request.actor?.hidesSecrets === true,
      signInUrl: needsSignIn ? toSignInUrl(request, note) : null,
      hasJson: !isBrowserOnly,
      needsToken: request.isAuthenticated === true,
      flash: keepsFlash(request) ? null : this.cookies.readFlash(request.headers.cookie),
      ...toFlashLook(note),
      theme: this.cookies.readTheme(request.headers.cookie),
      density: this.cookies.readDensity(request.headers.cookie),
      hiddenColumns: parseHiddenColumns(this.cookies.readColumns(request.headers.cookie)),
      navigation: this.navigation,
      backUrl: findBackUrl(request.formValues),
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
    };
  }

  /** After a form it is the one from before: what has triggered since appears on this page. */
  private findLatestNotice({ userId }: SignedInUser, { notice = Infinity }: FlashNote): number | null {
    const latest = this.latestNotices.handler(userId);
    return latest === null ? null : Math.min(latest, notice);
  }

  /** The choices of a form field, at a route that asks for them. */
  private async listChoices({
    actor,
    routeOptions: { config },
  }: FastifyRequest): Promise<Pick<PageContext, 'accounts' | 'clients' | 'instruments'>> {
    const { names } = this;
    const { needsAccountChoices = false, needsClientChoices = false, needsInstrumentChoices = false } = config;
    if (actor === undefined) return { accounts: null, clients: null, instruments: null };
    return {
      accounts: needsAccountChoices ? await names.listAccountOptions(actor) : null,
      clients: needsClientChoices ? await names.listClientOptions(actor) : null,
      instruments: needsInstrumentChoices ? await names.listInstrumentOptions(actor) : null,
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

  /** What a redirect needs to name in its message. */
  async createForRedirect(
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
}

/** Another site's address is none. */
const findBackUrl = ({ _back: url }: Readonly<Record<string, string>> = {}): string | null =>
  isLocalPath(url) ? url : null;

/** The problem of a response, or null. */
export function findProblem(view: unknown, status: number): Problem | null {
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

/** The address of the page; for a form whose address has no page, the nearest above it that has one. */
function findPagePath({ method, url, routeOptions, server }: FastifyRequest): string {
  if (method === 'GET' || method === 'HEAD') return url;
  const [route, path] = [(routeOptions.url ?? '').split('/'), url.replace(/\?.*$/, '').split('/')];
  while (route.length > 1 && !server.hasRoute({ method: 'GET', url: route.join('/') }))
    [route, path].forEach((parts) => parts.pop());
  return path.join('/') || '/';
}

/** A script of a page that asks for a part of it anew: the message stays in the cookie for the page that it is meant for. */
const keepsFlash = ({ headers }: FastifyRequest): boolean =>
  /(?:^|[,;\s])flash\s*=\s*keep\s*(?:$|[,;])/i.test(String(headers.prefer ?? ''));

/** The note of a failed sign-in makes its message a failure, or a warning. */
const toFlashLook = ({ asksNewPassword, button }: FlashNote): Pick<PageContext, 'flashKind' | 'flashButton'> => ({
  ...(asksNewPassword !== undefined && { flashKind: asksNewPassword ? 'warning' : 'failed' }),
  ...(button !== undefined && { flashButton: button }),
});

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

/** Fields with ids that have names. */
const FIELDS: ReadonlySet<string> = new Set<NamedField>([
  'instrument_id',
  'acct_id',
  'product_id',
  'product_group_id',
  'user_id',
]);
/** Other names of these fields; in a query, several ids may be under a plural name. */
const FIELD_ALIASES: Readonly<Record<string, NamedField | readonly NamedField[]>> = {
  instrument_ids: 'instrument_id',
  triggered_instrument_id: 'instrument_id',
  group_id: 'product_group_id',
  owner_id: 'user_id',
  posted_by: 'user_id',
  closed_by: 'user_id',
  halted_by: 'user_id',
  placed_by: 'actor_name',
  acting_user_id: 'actor_name',
  // Whose task a break is, its readers may know by name.
  assignee_id: ['user_id', 'actor_name'],
};
/** Deeper than any view. */
const DEPTH_MAX = 8;

/** Names that every caller may see: instruments are public, account names are not. */
const PUBLIC_FIELDS: ReadonlySet<NamedField> = new Set<NamedField>(['instrument_id', 'product_id', 'product_group_id']);

/**
 * Ids in the response at any depth, and public ids of the query: an account is named only if the response has its id,
 * otherwise names could be found by guessing numbers.
 */
export function collectIds(views: readonly unknown[], queries: readonly unknown[] = []): NamedIds {
  const ids = new Map<NamedField, Set<number>>();
  for (const value of queries) collectFrom(value, ids, 0);
  for (const field of ids.keys()) if (!PUBLIC_FIELDS.has(field)) ids.delete(field);
  for (const value of views) collectFrom(value, ids, 0);
  return ids;
}

function collectFrom(value: unknown, ids: Map<NamedField, Set<number>>, depth: number): void {
  if (typeof value !== 'object' || value === null || depth > DEPTH_MAX) return;
  for (const [name, inner] of Object.entries(value)) {
    const fields = FIELDS.has(name) ? (name as NamedField) : FIELD_ALIASES[name];
    if (fields === undefined) collectFrom(inner, ids, depth + 1);
    else for (const field of [fields].flat()) for (const one of [inner].flat()) addId(one, field, ids);
  }
}

function addId(value: unknown, field: NamedField, ids: Map<NamedField, Set<number>>): void {
  const id = isId(value) ? value : parseId(value);
  if (id === null) return;
  const known = ids.get(field);
  if (known === undefined) ids.set(field, new Set([id]));
  else known.add(id);
}
