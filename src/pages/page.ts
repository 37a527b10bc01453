import type { Html } from './html.js';
import type { AccountOption, NamedField, ClientOption, InstrumentOption } from '../access/name-directory.js';
import type { HiddenColumns } from './column-choice.js';
import type { Navigation } from './navigation.js';
import type { Problem } from '../errors/problem.js';

/** A page is a pure function from a handler's view and the page context to markup. */
export type Page<View> = (view: View, context: PageContext) => PageContent;

/** Shows a form again that was rejected, with the problem and the input. */
export type FormErrorPage = (
  problem: Problem,
  sent: Readonly<Record<string, string>>,
  context: PageContext,
) => PageContent;

/** What the layout needs from a page. The body starts with the page's `<h1>`. */
export type PageContent = Readonly<{
  title: string;
  body: Html;
  /** Files in `assets/` that this page needs besides the common ones. */
  styles?: readonly string[];
  scripts?: readonly string[];
  /** The id of a part, and what it is, for a skip link beside that to the page. */
  skipTarget?: Readonly<{ id: string; name: string }> | null;
  /** Whether the body has the flash message, at the form that it is about. */
  hasFlash?: boolean;
  /** The same in other formats, and feeds, for the head of the page. */
  alternates?: readonly Readonly<{ type: string; href: string; title: string }>[];
}>;

/** The colors that the reader chose; without a choice the system decides. */
export type Theme = 'light' | 'dark';

/** The height of rows and controls; without a choice it is comfortable. */
export type Density = 'compact';

/** A button beside a flash message, which sends a form with these fields. */
export type FlashButton = Readonly<{ label: string; action: string; fields: Readonly<Record<string, string>> }>;

/** The request and its user, for a page. */
export type PageContext = Readonly<{
  /** Path and query, as asked for. */
  path: string;
  /** The public base URL without a trailing slash, for commands to copy. */
  baseUrl: string;
  version: string;
  requestId: string;
  /** The name of the signed-in user. */
  userName: string | null;
  /** The customer that the administrator acts for. */
  actingFor: string | null;
  /** Whether the user is an administrator and acts for no customer. */
  isAdministrator: boolean;
  /** The form token of a form: for signed-in users, and for public forms. */
  formToken: string | null;
  /** Whether secrets are hidden until the user proves the password again. */
  hidesSecrets?: boolean;
  /** The sign-in URL that returns to this page; null if signed in. */
  signInUrl: string | null;
  /** Whether programs can get the same as JSON. */
  hasJson: boolean;
  /** Whether programs need a token for it. */
  needsToken: boolean;
  /** The flash message of the previous response. */
  flash: string | null;
  /** Without it, the message is about something that was done. */
  flashKind?: 'warning' | 'failed';
  /** What can be done about it in one step. */
  flashButton?: FlashButton;
  theme: Theme | null;
  density: Density | null;
  /** The columns of tables that this browser hides. */
  hiddenColumns?: HiddenColumns;
  /** The event after which the page's scripts start to listen, so that no event is missed. */
  lastEventSeq?: string | null;
  /** The number of the last alert that has triggered, where the user has alerts: the page shows later ones. */
  latestNotice?: number | null;
  /** The page that the form of this request names as its own, by `_back`. */
  backUrl?: string | null;
  /** The URL of the next page of a list, from its `Link` header. */
  nextUrl: string | null;
  /** At a route with `needsAccountChoices`: the accounts to choose from; null if there are too many. */
  accounts?: readonly AccountOption[] | null;
  /** At a route with API key choices: the user's keys; null if unknown. */
  clients?: readonly ClientOption[] | null;
  /** At a route with `needsInstrumentChoices`: what can be traded, at most 200; null if unknown. */
  instruments?: readonly InstrumentOption[] | null;
  /** The bars of all modules. */
  navigation: Navigation;
  /** The name of an id: `getName('instrument_id', 5)` is `ESZ6`; the id itself if unknown. */
  getName: (field: NamedField, id: number) => string;
  /** The URL of a file in `assets/`, with the hash of its content. */
  getAssetUrl: (name: string) => string;
}>;
