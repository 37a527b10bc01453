import { applyDecorators, UseInterceptors } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { FASTIFY_ROUTE_CONFIG_METADATA } from '@nestjs/platform-fastify/constants.js';
import type { FastifyContextConfig } from 'fastify';
import type { RatePolicy, Tokens } from './caller-limit.js';
import type { Columns } from './csv.js';
import { CsvDownloadInterceptor } from './csv-download.interceptor.js';
import type { Resumption } from './form-resumption.js';
import type { FormFields, Typed } from './form-body.js';
import type { Page, RefusalPage, Visit } from './page.js';
import type { Problem } from './problem.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    page?: Page<never>;
    refusalPage?: RefusalPage;
    formFields?: FormFields;
    leadsOn?: LeadOn<never>;
    resumesAt?: Resumption;
    alwaysJson?: boolean;
    failsAs?: (problem: Problem) => object;
    bodyBytes?: number;
    takesFile?: boolean;
    isCompressible?: boolean;
    countedAs?: RatePolicy | ((body: unknown) => Tokens);
    isForPeople?: boolean;
    isAskedByForm?: boolean;
    asksForAccount?: boolean;
    asksForKey?: boolean;
    severally?: readonly string[];
    rowsOnPage?: number;
    csvColumns?: Columns;
    anyAccept?: boolean;
    knowsCopies?: boolean;
    isSafeToRepeat?: boolean;
    requiresRecentSignIn?: boolean;
    streamExample?: string;
    refusesFollowers?: boolean;
  }
}

/** The page that shows a handler's view to a browser; without it the plain resource page does. */
export const ShownBy = <View>(page: Page<View>): MethodDecorator => routeConfig({ page });

/** The page that shows a form again when what it sent was refused, with what had been typed into it. */
export const RefusedBy = (refusalPage: RefusalPage): MethodDecorator => routeConfig({ refusalPage });

/** For doors of programs that people use by a form: which of its fields are numbers, flags or lists (see form-body.ts). */
export const TakesForm = (formFields: FormFields = {}): MethodDecorator => routeConfig({ formFields });

/** What is known besides the view: a copy is what had been done before it came again. */
type Done = Pick<Visit, 'named'> & Readonly<{ isCopy: boolean }>;

/** Where a form that went well leads on to, and what is said there, once. */
type LeadOn<View> = (view: View, typed: Typed, done: Done) => Readonly<{ to: string; saying: string }>;

/** What a browser is told after a form of ours went well: to load that page would otherwise be to send the form again. Programs get the view. */
export const LeadsOn = <View>(leadsOn: LeadOn<View>): MethodDecorator => routeConfig({ leadsOn });

/** For forms that are filled in for a while: whoever was signed out meanwhile signs in and finds them as they were (decision 38). Nothing is sent by that. */
export const ResumesAt = (resumesAt: Resumption): MethodDecorator => routeConfig({ resumesAt });

/** For answers that a standard fixes as JSON, whatever the caller accepts. */
export const AlwaysJson = (): MethodDecorator => routeConfig({ alwaysJson: true });

/** For routes that machines ask for their status alone: they are answered whatever `Accept` says, with a page if it admits nothing that there is. */
export const AnyAccept = (): MethodDecorator => routeConfig({ anyAccept: true });

/** For doors whose standard has its own shape for errors (RFC 6749 §5.2); the answer is then plain `application/json`. */
export const FailsAs = (shape: (problem: Problem) => object): MethodDecorator => routeConfig({ failsAs: shape });

/** For doors to which people send a text file, in a form of ours (multipart.ts); the file stands in the body under the name of its field. */
export const TakesFile = (): MethodDecorator => routeConfig({ takesFile: true });

/** For doors whose answer holds no secret, whoever asks and whatever they send: only those are compressed (decision 8). */
export const Compressible = (): MethodDecorator => routeConfig({ isCompressible: true });

/** For pages that only a person in front of a browser has a use for: they do not offer themselves as JSON. */
export const ForPeople = (): MethodDecorator => routeConfig({ isForPeople: true });

/** For pages with a search form: a browser sends every field of it, and one that is empty asks nothing. */
export const AskedByForm = (): MethodDecorator => routeConfig({ isAskedByForm: true });

/** For pages with a field for an account: their reader chooses it by its name. */
export const AsksForAccount = (): MethodDecorator => routeConfig({ asksForAccount: true });

/** For pages with a field for an API key: their reader chooses it by its name. */
export const AsksForKey = (): MethodDecorator => routeConfig({ asksForKey: true });

/** For forms in which several may be chosen in one of these fields: a browser sends each by itself, and they arrive as lines of one text, as somebody types them. */
export const TakesSeverally = (...severally: readonly string[]): MethodDecorator => routeConfig({ severally });

/** For lists whose rows are heavy as markup: a page that does not say `per_page` has so many of them; programs get the usual number. */
export const RowsOnPage = (rowsOnPage: number): MethodDecorator => routeConfig({ rowsOnPage });

/** For lists in pages that a spreadsheet may have as well: `Accept: text/csv` gets a line for each row, with these columns (see csv.ts), to the end of the list. */
export const AlsoCsv = (columns: Columns): MethodDecorator =>
  applyDecorators(AlsoTable(columns), UseInterceptors(CsvDownloadInterceptor));

/** The same for an answer that has no pages. */
export const AlsoTable = (columns: Columns): MethodDecorator => routeConfig({ csvColumns: columns });

/** For doors that are signed as a stream and also answer at once, to whoever asks for JSON or a page. `example` is what flows, server-sent events. */
export const AlsoStreams = (example: string): MethodDecorator => routeConfig({ streamExample: example });

/** For doors that take more or less than the usual body; beyond it the answer is 413. */
export const BodyLimit = (bytes: number): MethodDecorator => routeConfig({ bodyBytes: bytes });

/** For doors that tell a copy of a request by what is in it: an `Idempotency-Key` is nothing to them. */
export const KnowsCopies = (): MethodDecorator => routeConfig({ knowsCopies: true });

/** For routes whose form is taken from a browser only if its user has proved the password within the last 15 minutes; else a page asks for it (decision 60). Tokens are not asked. */
export const RequiresRecentSignIn = (): MethodDecorator => routeConfig({ requiresRecentSignIn: true });

/** For routes that may be carried out twice with the result of once: under an `Idempotency-Key` their answer is kept after the effect, not with it. */
export const SafeToRepeat = (): MethodDecorator => routeConfig({ isSafeToRepeat: true });

/** For doors whose requests are counted apart from all others, or as what their body asks for; without the sign they are one of `requests`. */
export const CountedAs = (countedAs: RatePolicy | ((body: unknown) => Tokens)): MethodDecorator =>
  routeConfig({ countedAs });

/** For the address to which a missing or wrong authorization redirects: a client that has followed is refused there as well (followed-redirect.ts). */
export const RefusesFollowers = (): MethodDecorator => routeConfig({ refusesFollowers: true });

/** Nest's RouteConfig replaces what an earlier decorator said; these signs stand side by side. */
function routeConfig(sign: FastifyContextConfig): MethodDecorator {
  return (target, name, descriptor) => {
    const said = Reflect.getMetadata(FASTIFY_ROUTE_CONFIG_METADATA, descriptor.value as object) as
      FastifyContextConfig | undefined;
    return RouteConfig({ ...said, ...sign })(target, name, descriptor);
  };
}
