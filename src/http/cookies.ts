import type { Theme } from './page.js';

/**
 * Every cookie of this service: its name and its attributes, so that what sets one and what clears one cannot differ.
 * On HTTPS the names carry the `__Host-` prefix, which makes a browser refuse them from anywhere but this very host.
 */
export class Cookies {
  readonly session: string;
  readonly flash: string;
  readonly theme: string;
  private readonly attributes: string;

  constructor(secure: boolean) {
    const prefix = secure ? '__Host-' : '';
    this.session = `${prefix}session`;
    this.flash = `${prefix}flash`;
    this.theme = `${prefix}theme`;
    this.attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  }

  /** The header that keeps a session in the browser. The value is a token: nothing in it needs escaping. */
  keepSession(token: string, maxAgeSeconds: number): string {
    return `${this.session}=${token}; Max-Age=${maxAgeSeconds}; ${this.attributes}`;
  }

  clearSession(): string {
    return `${this.session}=; Max-Age=0; ${this.attributes}`;
  }

  /** A sentence for the next page that the same browser opens. */
  leaveFlash(message: string): string {
    return `${this.flash}=${encodeURIComponent(message)}; Max-Age=60; ${this.attributes}`;
  }

  clearFlash(): string {
    return `${this.flash}=; Max-Age=0; ${this.attributes}`;
  }

  /** Light or dark on every page for a year; `system` is the absence of a choice. */
  keepTheme(theme: Theme | 'system'): string {
    return theme === 'system' ? `${this.theme}=; Max-Age=0; ${this.attributes}` : `${this.theme}=${theme}; Max-Age=${YEAR_SECONDS}; ${this.attributes}`;
  }

  readTheme(header: string | undefined): Theme | null {
    const value = readCookie(header, this.theme);
    return value === 'light' || value === 'dark' ? value : null;
  }

  readSession(header: string | undefined): string | null {
    return readCookie(header, this.session);
  }

  readFlash(header: string | undefined): string | null {
    const value = readCookie(header, this.flash);
    if (value === null || value === '') return null;
    try {
      return decodeURIComponent(value).slice(0, FLASH_MAX);
    } catch {
      return null;
    }
  }
}

const YEAR_SECONDS = 31_536_000;

/** Longer than any sentence of ours; a foreign cookie of the same name cannot fill a page. */
const FLASH_MAX = 300;

/** The value of one cookie in a `Cookie` header (RFC 6265 §4.2), or null. The first of two with one name counts. */
export function readCookie(header: string | undefined, name: string): string | null {
  if (header === undefined) return null;
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=');
    if (equals > 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim();
  }
  return null;
}
