import { seal, unseal } from '../config/sealed-text.js';
import { respondsWithPage, explicitlyAcceptsHtml, isCsvDownload } from './accept.js';
import { isLocalPath } from './local-path.js';
import { isFormContentType } from './form.js';
import type { FormInput } from '../pages/form-body.js';
import type { FlashButton } from '../pages/page.js';

type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;
/** The page that shows the input again after the sign-in, and the message on the sign-in page. */
export type LoginResumption = (typed: FormInput) => Readonly<{ to: string; saying: string }>;
type ResumableRequest = Readonly<{
  method: string;
  headers: RequestHeaders;
  body?: unknown;
  routeOptions: Readonly<{ config: Readonly<{ resumeAfterLogin?: LoginResumption }> }>;
}>;

/**
 * The redirect for a user who was signed out when sending a form, so that the input is not lost; null for other
 * callers. Programs lack what only forms of this service have: the hidden field, sent by a browser that asks for a
 * page, from this origin if it reports one. The input is not trusted: it is shown in a form, which the user sends or
 * not.
 */
export function findResumption({
  method,
  headers,
  body,
  routeOptions,
}: ResumableRequest): ReturnType<LoginResumption> | null {
  const { resumeAfterLogin } = routeOptions.config;
  if (resumeAfterLogin === undefined || method !== 'POST' || !isBrowserForm(headers)) return null;
  const values = Object(body) as Readonly<Record<string, unknown>>;
  if (!Object.values(values).every((value) => typeof value === 'string') || values['form_token'] === undefined)
    return null;
  const resumption = resumeAfterLogin(values as FormInput);
  return isLocalPath(resumption.to) ? resumption : null;
}

/** Old browsers do not send their origin; the redirect is harmless for them. */
function isBrowserForm(headers: RequestHeaders): boolean {
  const { accept, authorization, 'content-type': type, 'sec-fetch-site': site = 'same-origin' } = headers;
  return (
    (isFormContentType(String(type)) || isUploadType(String(type))) &&
    authorization === undefined &&
    site === 'same-origin' &&
    /(?:^|[,\s])text\/html(?:$|[,;\s])/i.test(String(accept))
  );
}

const isUploadType = (type: string): boolean => type.toLowerCase().startsWith('multipart/form-data');

/**
 * Data for the sign-in page from the previous response: the page that the browser was redirected from, the email of a
 * wrong password, and whether the password must be changed. Also the number of the last alert that had triggered before a form was sent,
 * and a button beside the message.
 */
export type FlashNote = Readonly<{
  path?: string;
  email?: string;
  asksNewPassword?: boolean;
  notice?: number;
  button?: FlashButton;
}>;

type SentForm = Readonly<{
  method: string;
  url: string;
  host: string;
  headers: RequestHeaders & Readonly<{ referer?: string | undefined }>;
  body?: unknown;
}>;

/** What is known of this service's own pages. */
type OwnPages = Readonly<{ baseUrl: string; findReadable: (path: string) => string }>;

type ReturnableRequest = Parameters<typeof respondsWithPage>[0] &
  Parameters<typeof isCsvDownload>[0] &
  Readonly<{ method: string; url: string; headers: Readonly<{ authorization?: string | undefined }> }>;

const SEAL_CONTEXT = { purpose: 'flash', row: '' } as const;

/** Browsers limit cookies to 4,096 bytes; sealing adds a third. */
const NOTE_BYTES_MAX = 2000;
const PAGE_PATH_MAX = 1500;

/** The sealed note in the cookie, so that it cannot be forged. Empty without data, or with too much. */
export function sealFlashNote(note: FlashNote, secretKey: string): string {
  const text = JSON.stringify(note);
  return text === '{}' || Buffer.byteLength(text) > NOTE_BYTES_MAX ? '' : seal(text, SEAL_CONTEXT, secretKey);
}

/** A forged note is ignored. */
export function unsealFlashNote(sealed: string | null, secretKey: string): FlashNote {
  const text = sealed === null ? null : unseal(sealed, SEAL_CONTEXT, secretKey);
  return text === null ? {} : (JSON.parse(text) as FlashNote);
}

/**
 * Only a browser that requested a page or sent a form of this service returns after the sign-in: not a program or a file. A form leads
 * back to the page that it stood on; what was typed is lost.
 */
export function toReturnNote(request: ReturnableRequest & SentForm, pages: OwnPages): FlashNote {
  const { method, url, headers } = request;
  if (method === 'POST') return toPathNote(isOwnForm(request) ? findFormPage(request, pages) : '/');
  const isPage =
    method === 'GET' && explicitlyAcceptsHtml(headers.accept) && respondsWithPage(request) && !isCsvDownload(request);
  return isPage && headers.authorization === undefined && isLocalPath(url) ? { path: url } : {};
}

/** The welcome page is no page to come back to. */
const toPathNote = (path: string): FlashNote => (path !== '/' && isLocalPath(path) ? { path } : {});

const isOwnForm = ({ headers, body }: SentForm): boolean =>
  isBrowserForm(headers) && Boolean((Object(body) as Readonly<Record<string, unknown>>)['form_token']);

/** The page of the form: the referrer, or the nearest page above the form's address. */
const findFormPage = (form: SentForm, pages: OwnPages): string =>
  findReferrer(form, pages) ?? pages.findReadable(form.url.split('?', 1)[0] ?? '/');

/** The path of the referrer, if it is a page of this service: a rejected form stands at an address without a page. */
function findReferrer({ host, headers }: SentForm, { baseUrl, findReadable }: OwnPages): string | null {
  const url = URL.parse(headers.referer ?? '');
  if (url === null || !isOwnUrl(url, [baseUrl, `${url.protocol}//${host}`])) return null;
  const { pathname, search } = url;
  const path = pathname + search;
  const isPage = pathname !== '/' && findReadable(pathname) === pathname;
  return isPage && isLocalPath(path) && path.length <= PAGE_PATH_MAX ? path : null;
}

const isOwnUrl = ({ protocol, origin }: URL, ownUrls: readonly string[]): boolean =>
  /^https?:$/.test(protocol) && ownUrls.some((own) => URL.parse(own)?.origin === origin);
