import { applyDecorators, type Type, UseInterceptors } from '@nestjs/common';
import { PATH_METADATA } from '@nestjs/common/constants.js';
import { RouteConfig } from '@nestjs/platform-fastify';
import { FASTIFY_ROUTE_CONFIG_METADATA } from '@nestjs/platform-fastify/constants.js';
import type { FastifyContextConfig } from 'fastify';
import type { RatePolicy, TokenCounts } from './caller-rate-limit.guard.js';
import type { CsvColumns } from './csv.js';
import { CsvDownloadInterceptor } from './csv-download.interceptor.js';
import type { LoginResumption } from './flash-redirect.js';
import type { FormFields, FormInput } from '../pages/form-body.js';
import type { FlashButton, Page, FormErrorPage, PageContext } from '../pages/page.js';
import type { Problem } from '../errors/problem.js';

/** What a page needs. */
type PageOptions = {
  /** It has a search form: a browser sends every field of it, and empty ones are ignored. */
  allowEmptyQuery?: boolean;
  /** It has an account field: the user chooses by name. */
  needsAccountChoices?: boolean;
  /** It has an API key field: the user chooses by name. */
  needsClientChoices?: boolean;
  /** It has a symbol field: the user chooses by symbol or name. */
  needsInstrumentChoices?: boolean;
  /** It is a list with heavy rows: the default `per_page` of the page; programs get the usual number. */
  htmlPageSize?: number;
};

/** A handler, by its controller and its name there. */
export type RouteReference = Readonly<{ controller: Type<object>; name: string }>;

declare module 'fastify' {
  interface FastifyContextConfig extends PageOptions {
    direct?: RouteReference;
    page?: Page<never>;
    formErrorPage?: FormErrorPage;
    formFields?: FormFields;
    redirectAfter?: RedirectBuilder<never>;
    resumeAfterLogin?: LoginResumption;
    alwaysJson?: boolean;
    errorFormat?: (problem: Problem) => object;
    bodyBytes?: number;
    takesFile?: boolean;
    takesOnlyForm?: boolean;
    listField?: string;
    isCompressible?: boolean;
    rateLimitedAs?: RatePolicy | ((body: unknown) => TokenCounts);
    isBrowserOnly?: boolean;
    multiValueFields?: readonly string[];
    csvColumns?: CsvColumns;
    csvRowsField?: string;
    markdown?: MarkdownPage<never>;
    anyAccept?: boolean;
    ownIdempotency?: boolean;
    isSafeToRepeat?: boolean;
    requiresRecentSignIn?: boolean;
    streamExample?: string;
    rejectFollowedRedirects?: boolean;
  }
}

/** For a controller: what holds for each of its routes. */
export const ForAllRoutes =
  (...decorators: readonly MethodDecorator[]): ClassDecorator =>
  (controller) => {
    const routes = controller.prototype as object;
    for (const [name, route] of Object.entries(Object.getOwnPropertyDescriptors(routes))) {
      const handler: unknown = route.value;
      if (typeof handler === 'function' && Reflect.hasMetadata(PATH_METADATA, handler))
        for (const decorate of decorators.toReversed()) decorate(routes, name, route);
    }
  };

/** The page that shows a handler's view in a browser; by default the generic resource page. */
export const HtmlPage = <View>(page: Page<View>, options: PageOptions = {}): MethodDecorator =>
  setRouteOptions({ page, ...options });

/** A handler's view as Markdown. */
export type MarkdownPage<View> = (view: View) => string;

/** For pages that are documents: `Accept: text/markdown`, or `.md` at the end of the address, gets the text of the page. */
export const MarkdownText = <View>(markdown: MarkdownPage<View>): MethodDecorator => setRouteOptions({ markdown });

/** The page that shows a rejected form again with its input. */
export const HtmlFormErrors = (formErrorPage: FormErrorPage, options: PageOptions = {}): MethodDecorator =>
  setRouteOptions({ formErrorPage, ...options });

/** For API routes that accept forms: which fields are numbers, switches or lists (see form-body.ts). */
export const AcceptForm = (formFields: FormFields = {}): MethodDecorator => setRouteOptions({ formFields });

/** Facts besides the view: a copy shows the result of the first request. */
type RedirectContext = Pick<PageContext, 'getName'> & Readonly<{ isCopy: boolean }>;

/** The redirect after a successful form, and its flash message. */
type RedirectBuilder<View> = (
  view: View,
  typed: FormInput,
  done: RedirectContext,
) => Readonly<{ to: string; saying: string; button?: FlashButton }>;

/**
 * The redirect after a successful form: reloading the response would otherwise send the form again. Programs get the
 * view.
 */
export const RedirectAfter = <View>(redirectAfter: RedirectBuilder<View>): MethodDecorator =>
  setRouteOptions({ redirectAfter });

/**
 * For long forms: a user who was signed out meanwhile signs in and finds the input again (decision 38). Nothing is sent
 * by that.
 */
export const ResumeAfterLogin = (resumeAfterLogin: LoginResumption): MethodDecorator =>
  setRouteOptions({ resumeAfterLogin });

/** For responses that a standard defines as JSON, whatever the request accepts. */
export const AlwaysJson = (): MethodDecorator => setRouteOptions({ alwaysJson: true });

/**
 * For routes that monitoring requests for their status: they respond whatever `Accept` says, with a page only if it
 * names one and not JSON.
 */
export const AnyAccept = (): MethodDecorator => setRouteOptions({ anyAccept: true });

/** For routes whose standard defines its own error format (RFC 6749 §5.2); the response is plain `application/json`. */
export const ErrorFormat = (errorFormat: (problem: Problem) => object): MethodDecorator =>
  setRouteOptions({ errorFormat: errorFormat });

/** For routes whose standard has a form as the body, and nothing else. */
export const FormOnly = (): MethodDecorator => setRouteOptions({ takesOnlyForm: true });

/**
 * For routes that accept a text file from a form (multipart.ts); the file is in the body under the name of its field.
 */
export const AcceptFile = (): MethodDecorator => setRouteOptions({ takesFile: true });

/** For routes that take one thing or a list of it in this field: an array as the body is rejected with a hint to it. */
export const ListField = (listField: string): MethodDecorator => setRouteOptions({ listField });

/** For routes whose response never contains a secret, for any request: only those are compressed (decision 8). */
export const Compressible = (): MethodDecorator => setRouteOptions({ isCompressible: true });

/** For pages without a JSON form: they show no JSON hint. */
export const BrowserOnly = (): MethodDecorator => setRouteOptions({ isBrowserOnly: true });

/** For forms with multi-value fields: a browser sends each value by itself, and they arrive as lines of one text. */
export const MultiValue = (...multiValueFields: readonly string[]): MethodDecorator =>
  setRouteOptions({ multiValueFields });

/**
 * For lists that are available as CSV: `Accept: text/csv` gets a line per row with these columns (see csv.ts), to the
 * end of the list.
 */
export const CsvDownload = (columns: CsvColumns): MethodDecorator =>
  applyDecorators(CsvResponse(columns), UseInterceptors(CsvDownloadInterceptor));

/** The same for a response without pages. */
export const CsvResponse = (columns: CsvColumns): MethodDecorator => setRouteOptions({ csvColumns: columns });

/** For one thing with a list in this field: a line per row of it, each beside the fields of the whole; without rows, one line of these. */
export const CsvOfField = (csvRowsField: string, csvColumns: CsvColumns): MethodDecorator =>
  setRouteOptions({ csvColumns, csvRowsField });

/**
 * For streams that also respond at once to requests for JSON or a page. `example` is the content of the stream,
 * server-sent events.
 */
export const EventStream = (example: string): MethodDecorator => setRouteOptions({ streamExample: example });

/** For routes with a body limit of their own; beyond it the response is 413. */
export const BodyLimit = (bytes: number): MethodDecorator => setRouteOptions({ bodyBytes: bytes });

/** For routes that recognize a copy of a request by its content: they ignore an `Idempotency-Key`. */
export const OwnIdempotency = (): MethodDecorator => setRouteOptions({ ownIdempotency: true });

/**
 * For routes whose form is accepted from a browser only after a proof of the password within the last 15 minutes;
 * otherwise a page asks for it (decision 60). Tokens are exempt.
 */
export const RequiresRecentSignIn = (): MethodDecorator => setRouteOptions({ requiresRecentSignIn: true });

/**
 * For routes that can be repeated with the same result: under an `Idempotency-Key` their response is stored after the
 * effect, not with it.
 */
export const SafeToRepeat = (): MethodDecorator => setRouteOptions({ isSafeToRepeat: true });

/**
 * For routes with rate limits of their own, or with a cost that depends on the body; by default a request counts as one
 * of `requests`.
 */
export const RateLimitedAs = (rateLimitedAs: RatePolicy | ((body: unknown) => TokenCounts)): MethodDecorator =>
  setRouteOptions({ rateLimitedAs });

/**
 * For the target of the 303 for missing authorization: a client that followed it is rejected there as well
 * (http-errors.ts).
 */
export const RejectFollowedRedirects = (): MethodDecorator => setRouteOptions({ rejectFollowedRedirects: true });

/** For the busiest routes: called without Nest's router (direct-routes.ts). Everything that the route passes stays the same. */
export const Direct = (): MethodDecorator => (target, name, descriptor) =>
  setRouteOptions({ direct: { controller: target.constructor as Type<object>, name: String(name) } })(
    target,
    name,
    descriptor,
  );

/** Nest's RouteConfig replaces earlier options; these decorators merge them. */
function setRouteOptions(options: FastifyContextConfig): MethodDecorator {
  return (target, name, descriptor) => {
    const existing = Reflect.getMetadata(FASTIFY_ROUTE_CONFIG_METADATA, descriptor.value as object) as
      FastifyContextConfig | undefined;
    return RouteConfig({ ...existing, ...options })(target, name, descriptor);
  };
}
