import type { Html } from './html.js';
import type { AccountOption, NamedField, ClientOption } from '../access/name-directory.js';
import type { Problem } from './problem.js';

/** A page is a pure function from the view a handler returned, and from who looks at it, to markup. */
export type Page<View> = (view: View, context: PageContext) => PageContent;

/** Shows a form again that was refused: why, and what had been typed into it. */
export type FormErrorPage = (
  problem: Problem,
  sent: Readonly<Record<string, string>>,
  context: PageContext,
) => PageContent;

/** What the layout needs to know of a page. The body opens with the page's one `<h1>`. */
export type PageContent = Readonly<{
  title: string;
  body: Html;
  /** Files in `assets/` that this page needs besides those of every page. */
  styles?: readonly string[];
  scripts?: readonly string[];
}>;

/** Light or dark as the reader chose it; without a choice the reader's system decides. */
export type Theme = 'light' | 'dark';

/** What a page may know of the request that it answers. */
export type PageContext = Readonly<{
  /** Path and query, as asked for. */
  path: string;
  /** Where the service is reached from outside, without a slash at the end: for commands to copy. */
  baseUrl: string;
  version: string;
  requestId: string;
  /** Who is signed in, as they would call themselves. */
  userName: string | null;
  /** The customer for whom that person, an administrator, acts at the moment. */
  actingFor: string | null;
  /** Whether what only administrators may do is open to that person at the moment. */
  isAdministrator: boolean;
  /** The value of the hidden field `form_token` of a form: for signed-in users, and for the public forms. */
  formToken: string | null;
  /** Whether secrets that the page has are left out until the reader has proved the password again. */
  hidesSecrets?: boolean;
  /** The sign-in that leads back to this page; null where none is needed. */
  signInUrl: string | null;
  /** Whether a program can have the same as JSON. */
  hasJson: boolean;
  /** Whether that program has to send a token. */
  needsToken: boolean;
  /** Said once, by the answer after the one that had something to say. */
  flash: string | null;
  theme: Theme | null;
  /** Behind which event the scripts of the page begin to listen, so that nothing falls between the page and them. */
  lastEventSeq?: string | null;
  /** The address of the next page of a list, when its `Link` header names one. */
  nextUrl: string | null;
  /** At an endpoint that asks for an account (`@AsksForAccount()`): those that the reader may choose; null where they are too many. */
  accounts?: readonly AccountOption[] | null;
  /** At an endpoint that asks for an API key (`@AsksForKey()`): those of its reader; null where they are not known. */
  clients?: readonly ClientOption[] | null;
  /** What the thing with this id is called: `named('instrument_id', 5)` is `ESZ6`; the id itself where nothing is known. */
  getName: (field: NamedField, id: number) => string;
  /** The address of a file in `assets/`, with the hash of its content. */
  getAssetUrl: (name: string) => string;
}>;
