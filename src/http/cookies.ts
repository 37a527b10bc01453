import type { Density, Theme } from '../pages/page.js';

type FetchHeaders = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Whether a browser reports that a page of another or sibling site sends the request. `none` is a typed URL or a
 * bookmark; programs send no header.
 */
export function isCrossSite({ 'sec-fetch-site': site }: FetchHeaders): boolean {
  return site === 'cross-site' || site === 'same-site';
}

/**
 * Whether a foreign page sends a request without the session cookie: anything but a top-level navigation (RFC 6265bis
 * §5.2). The response must not set a cookie over the one that the browser withheld.
 */
export function isSentWithoutCookie(headers: FetchHeaders): boolean {
  const { 'sec-fetch-mode': mode = 'navigate', 'sec-fetch-dest': destination = 'document' } = headers;
  return isCrossSite(headers) && (mode !== 'navigate' || destination !== 'document');
}

/**
 * All cookies with their names and attributes, so that setting and clearing use the same. On HTTPS the names have the
 * `__Host-` prefix, so browsers accept them from this host only.
 */
export class Cookies {
  readonly session: string;
  readonly flash: string;
  readonly theme: string;
  readonly density: string;
  readonly panels: string;
  readonly interval: string;
  readonly columns: string;
  readonly device: string;
  private readonly attributes: string;

  constructor(private readonly isSecure: boolean) {
    const prefix = isSecure ? '__Host-' : '';
    this.session = `${prefix}session`;
    this.flash = `${prefix}flash`;
    this.theme = `${prefix}theme`;
    this.density = `${prefix}density`;
    this.panels = `${prefix}panels`;
    this.interval = `${prefix}interval`;
    this.columns = `${prefix}columns`;
    this.device = `${prefix}device`;
    this.attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  }

  /** The session cookie. The value is a token: nothing needs escaping. */
  setSession(token: string, maxAgeSeconds: number): string {
    return `${this.session}=${token}; Max-Age=${maxAgeSeconds}; ${this.attributes}`;
  }

  clearSession(): string {
    return `${this.session}=; Max-Age=0; ${this.attributes}`;
  }

  /** Names the users who have signed in with this browser (auth/devices/device-cookie.ts). It signs nobody in. */
  setDevice(value: string, maxAgeSeconds: number): string {
    return `${this.device}=${value}; Max-Age=${maxAgeSeconds}; ${this.attributes}`;
  }

  readDevice(header: string | undefined): string | null {
    return readCookie(header, this.device);
  }

  /** A flash message for the next page, and after a colon the data of that page (flash-redirect.ts). */
  setFlash(message: string, note = ''): string {
    return `${this.flash}=${encodeURIComponent(message)}${note === '' ? '' : `:${note}`}; Max-Age=60; ${this.attributes}`;
  }

  /** The response to a form that returns 303: never a page itself, because reloading it would send the form again. */
  redirectWithFlash(
    reply: Readonly<{ header(name: string, value: string): unknown }>,
    to: string,
    saying: string,
    note = '',
  ): void {
    reply.header('set-cookie', this.setFlash(saying, note));
    reply.header('location', to);
  }

  clearFlash(): string {
    return `${this.flash}=; Max-Age=0; ${this.attributes}`;
  }

  /** Light or dark on every page for a year; `system` clears the cookie. */
  setTheme(theme: Theme | 'system'): string {
    return this.keep(this.theme, theme === 'system' ? null : theme);
  }

  /** Compact rows on every page for a year; `comfortable` clears the cookie. */
  setDensity(density: Density | 'comfortable'): string {
    return this.keep(this.density, density === 'comfortable' ? null : density);
  }

  /** How the page of an instrument is arranged, for a year; null clears the cookie. */
  setPanels(panels: string | null): string {
    return this.keep(this.panels, panels);
  }

  /** How long the bars of charts are, for a year. */
  setInterval(interval: string): string {
    return this.keep(this.interval, interval);
  }

  readInterval(header: string | undefined): string | null {
    return readCookie(header, this.interval);
  }

  /** Which columns of tables are hidden, for a year; null clears the cookie. */
  setColumns(columns: string | null): string {
    return this.keep(this.columns, columns);
  }

  readColumns(header: string | undefined): string | null {
    return readCookie(header, this.columns);
  }

  readPanels(header: string | undefined): string | null {
    return readCookie(header, this.panels);
  }

  private keep(name: string, value: string | null): string {
    return value === null
      ? `${name}=; Max-Age=0; ${this.attributes}`
      : `${name}=${value}; Max-Age=${YEAR_SECONDS}; ${this.attributes}`;
  }

  readDensity(header: string | undefined): Density | null {
    return readCookie(header, this.density) === 'compact' ? 'compact' : null;
  }

  readTheme(header: string | undefined): Theme | null {
    const value = readCookie(header, this.theme);
    return value === 'light' || value === 'dark' ? value : null;
  }

  /**
   * The refresh token of an implicit client, sent to the token endpoint only (interface §4.1). Pages of other sites can
   * use it only with a registered origin and over HTTPS: otherwise browsers do not send it.
   */
  setRefresh(clientId: string, token: string, { maxAgeSeconds, isCrossSite }: RefreshCookieOptions): string {
    return `${this.getRefreshName(clientId)}=${token}; Max-Age=${maxAgeSeconds}; ${this.refreshAttributes(isCrossSite)}`;
  }

  clearRefresh(clientId: string): string {
    return `${this.getRefreshName(clientId)}=; Max-Age=0; ${this.refreshAttributes(false)}`;
  }

  readRefresh(header: string | undefined, clientId: string): string | null {
    return readCookie(header, this.getRefreshName(clientId));
  }

  /** Whether the browser has such a cookie of any client. */
  hasRefresh(header: string | undefined): boolean {
    return (header ?? '').split(';').some((pair) => pair.trim().startsWith(this.refreshPrefix));
  }

  /**
   * One cookie per client, so that two clients in a browser do not overwrite each other's; a client id may contain
   * characters that a cookie name may not.
   */
  private getRefreshName(clientId: string): string {
    return `${this.refreshPrefix}${Buffer.from(clientId).toString('base64url')}`;
  }

  private get refreshPrefix(): string {
    return `${this.isSecure ? '__Secure-' : ''}refresh-`;
  }

  private refreshAttributes(isCrossSite: boolean): string {
    return `Path=/oauth/token; HttpOnly; SameSite=${isCrossSite && this.isSecure ? 'None' : 'Lax'}${this.isSecure ? '; Secure' : ''}`;
  }

  readSession(header: string | undefined): string | null {
    return readCookie(header, this.session);
  }

  /** Sealed, as it was left. */
  readFlashNote(header: string | undefined): string | null {
    return readCookie(header, this.flash)?.split(':', 2)[1] ?? null;
  }

  readFlash(header: string | undefined): string | null {
    const [sentence = ''] = (readCookie(header, this.flash) ?? '').split(':', 1);
    if (sentence === '') return null;
    try {
      return decodeURIComponent(sentence).slice(0, FLASH_MAX);
    } catch {
      return null;
    }
  }
}

const YEAR_SECONDS = 31_536_000;
type RefreshCookieOptions = Readonly<{ maxAgeSeconds: number; isCrossSite: boolean }>;

/** Longer than any message of the service; a foreign cookie of the same name cannot fill a page. */
const FLASH_MAX = 300;

/** The value of a cookie in a `Cookie` header (RFC 6265 §4.2), or null. The first of two with the same name counts. */
export function readCookie(header: string | undefined, name: string): string | null {
  if (header === undefined) return null;
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=');
    if (equals > 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim();
  }
  return null;
}
