import { applyDecorators, UseInterceptors } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { FASTIFY_ROUTE_CONFIG_METADATA } from '@nestjs/platform-fastify/constants.js';
import type { FastifyContextConfig } from 'fastify';
import type { RatePolicy, TokenCounts } from './caller-rate-limit.js';
import type { CsvColumns } from './csv.js';
import { CsvDownloadInterceptor } from './csv-download.interceptor.js';
import type { LoginResumption } from './login-resumption.js';
import type { FormFields, FormInput } from './form-body.js';
import type { Page, FormErrorPage, PageContext } from './page.js';
import type { Problem } from './problem.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    page?: Page<never>;
    formErrorPage?: FormErrorPage;
    formFields?: FormFields;
    redirectAfter?: RedirectBuilder<never>;
    resumeAfterLogin?: LoginResumption;
    alwaysJson?: boolean;
    errorFormat?: (problem: Problem) => object;
    bodyBytes?: number;
    takesFile?: boolean;
    isCompressible?: boolean;
    rateLimitedAs?: RatePolicy | ((body: unknown) => TokenCounts);
    isBrowserOnly?: boolean;
    allowEmptyQuery?: boolean;
    needsAccountChoices?: boolean;
    needsClientChoices?: boolean;
    multiValueFields?: readonly string[];
    htmlPageSize?: number;
    csvColumns?: CsvColumns;
    anyAccept?: boolean;
    ownIdempotency?: boolean;
    isSafeToRepeat?: boolean;
    requiresRecentSignIn?: boolean;
    streamExample?: string;
    rejectFollowedRedirects?: boolean;
  }
}

/** The page that shows a handler's view to a browser; without it the plain resource page does. */
export const HtmlPage = <View>(page: Page<View>): MethodDecorator => setRouteOptions({ page });

/** The page that shows a form again when what it sent was refused, with what had been typed into it. */
export const HtmlFormErrors = (formErrorPage: FormErrorPage): MethodDecorator => setRouteOptions({ formErrorPage });

/** For endpoints of programs that people use by a form: which of its fields are numbers, flags or lists (see form-body.ts). */
export const AcceptForm = (formFields: FormFields = {}): MethodDecorator => setRouteOptions({ formFields });

/** What is known besides the view: a copy is what had been done before it came again. */
type RedirectContext = Pick<PageContext, 'getName'> & Readonly<{ isCopy: boolean }>;

/** Where a form that went well leads on to, and what is said there, once. */
type RedirectBuilder<View> = (
  view: View,
  typed: FormInput,
  done: RedirectContext,
) => Readonly<{ to: string; saying: string }>;

/** The redirect after a form that succeeded: reloading the response would otherwise send the form again. Programs get the view. */
export const RedirectAfter = <View>(redirectAfter: RedirectBuilder<View>): MethodDecorator =>
  setRouteOptions({ redirectAfter });

/** For forms that take a while to fill in: a user who was signed out meanwhile signs in and finds the values again (decision 38). Nothing is sent by that. */
export const ResumeAfterLogin = (resumeAfterLogin: LoginResumption): MethodDecorator =>
  setRouteOptions({ resumeAfterLogin });

/** For answers that a standard fixes as JSON, whatever the caller accepts. */
export const AlwaysJson = (): MethodDecorator => setRouteOptions({ alwaysJson: true });

/** For routes that machines ask for their status alone: they are answered whatever `Accept` says, with a page if it admits nothing that there is. */
export const AnyAccept = (): MethodDecorator => setRouteOptions({ anyAccept: true });

/** For endpoints whose standard has its own shape for errors (RFC 6749 §5.2); the response is then plain `application/json`. */
export const ErrorFormat = (errorFormat: (problem: Problem) => object): MethodDecorator =>
  setRouteOptions({ errorFormat: errorFormat });

/** For endpoints that accept a text file from a form (multipart.ts); the file stands in the body under the name of its field. */
export const AcceptFile = (): MethodDecorator => setRouteOptions({ takesFile: true });

/** For endpoints whose response never contains a secret, for any request: only those are compressed (decision 8). */
export const Compressible = (): MethodDecorator => setRouteOptions({ isCompressible: true });

/** For pages that only a person in front of a browser has a use for: they do not offer themselves as JSON. */
export const BrowserOnly = (): MethodDecorator => setRouteOptions({ isBrowserOnly: true });

/** For pages with a search form: a browser sends every field of it, and one that is empty asks nothing. */
export const AllowEmptyQuery = (): MethodDecorator => setRouteOptions({ allowEmptyQuery: true });

/** For pages with a field for an account: their reader chooses it by its name. */
export const WithAccountChoices = (): MethodDecorator => setRouteOptions({ needsAccountChoices: true });

/** For pages with a field for an API key: their reader chooses it by its name. */
export const WithClientChoices = (): MethodDecorator => setRouteOptions({ needsClientChoices: true });

/** For forms in which several values of one field may be chosen: a browser sends each by itself, and they arrive as lines of one text, as if typed. */
export const MultiValue = (...multiValueFields: readonly string[]): MethodDecorator =>
  setRouteOptions({ multiValueFields });

/** For lists whose rows are heavy as markup: a page that does not say `per_page` has so many of them; programs get the usual number. */
export const HtmlPageSize = (htmlPageSize: number): MethodDecorator => setRouteOptions({ htmlPageSize });

/** For lists in pages that a spreadsheet may have as well: `Accept: text/csv` gets a line for each row, with these columns (see csv.ts), to the end of the list. */
export const CsvDownload = (columns: CsvColumns): MethodDecorator =>
  applyDecorators(CsvResponse(columns), UseInterceptors(CsvDownloadInterceptor));

/** The same for an answer that has no pages. */
export const CsvResponse = (columns: CsvColumns): MethodDecorator => setRouteOptions({ csvColumns: columns });

/** For streams that also answer at once, to requests for JSON or a page. `example` is the content of the stream, server-sent events. */
export const EventStream = (example: string): MethodDecorator => setRouteOptions({ streamExample: example });

/** For endpoints that accept more or less than the usual body; beyond it the response is 413. */
export const BodyLimit = (bytes: number): MethodDecorator => setRouteOptions({ bodyBytes: bytes });

/** For endpoints that recognize a copy of a request by its content: they ignore an `Idempotency-Key`. */
export const OwnIdempotency = (): MethodDecorator => setRouteOptions({ ownIdempotency: true });

/** For routes whose form is taken from a browser only if its user has proved the password within the last 15 minutes; else a page asks for it (decision 60). Tokens are not asked. */
export const RequiresRecentSignIn = (): MethodDecorator => setRouteOptions({ requiresRecentSignIn: true });

/** For routes that may be carried out twice with the result of once: under an `Idempotency-Key` their answer is kept after the effect, not with it. */
export const SafeToRepeat = (): MethodDecorator => setRouteOptions({ isSafeToRepeat: true });

/** For endpoints whose requests are counted apart from all others, or by what their body asks for; without it they count as `requests`. */
export const RateLimitedAs = (rateLimitedAs: RatePolicy | ((body: unknown) => TokenCounts)): MethodDecorator =>
  setRouteOptions({ rateLimitedAs });

/** For the address to which a missing or wrong authorization redirects: a client that has followed is refused there as well (followed-redirect.ts). */
export const RejectFollowedRedirects = (): MethodDecorator => setRouteOptions({ rejectFollowedRedirects: true });

/** Nest's RouteConfig replaces what an earlier decorator said; these signs stand side by side. */
function setRouteOptions(options: FastifyContextConfig): MethodDecorator {
  return (target, name, descriptor) => {
    const existing = Reflect.getMetadata(FASTIFY_ROUTE_CONFIG_METADATA, descriptor.value as object) as
      FastifyContextConfig | undefined;
    return RouteConfig({ ...existing, ...options })(target, name, descriptor);
  };
}
