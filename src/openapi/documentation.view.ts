import { insertBaseUrl, toGuideUrl } from './markdown.js';
import type { Guide, Change } from './contract.js';
import type { OpenApi, Operation } from './openapi.js';

/** An endpoint in the table of contents. */
export type OperationSummaryView = Readonly<{
  operation_id: string;
  method: string;
  path: string;
  access: string;
  summary: string;
  href: string;
  /** A page or form of the service; programs do not request it. */
  browser_only: boolean;
}>;

/** The endpoints of one tag. */
export type TagView = Readonly<{
  name: string;
  title: string;
  description: string;
  href: string;
  operations: readonly OperationSummaryView[];
}>;

/** A guide in the table of contents. */
export type GuideSummaryView = Readonly<{ name: string; title: string; summary: string; href: string }>;

/** A guide in Markdown, with the service's base URL in its examples. */
export type GuideView = GuideSummaryView & Readonly<{ text: string }>;

/** The table of contents. */
export type DocumentationView = Readonly<{
  title: string;
  version: string;
  description: string;
  openapi: string;
  guides: readonly GuideSummaryView[];
  rooms: readonly TagView[];
}>;

/** A change of the service: one entry of the changelog, in Markdown. Its `id` stays when other entries come. */
export type ChangeView = Readonly<{ id: string; version: string; kind: string; text: string; updated_at: string }>;

export const toChangeView = ({ id, version, kind, text, date }: Change): ChangeView => ({
  id,
  version,
  kind,
  text,
  updated_at: date,
});

/** Endpoints by resource. */
export type ReferenceView = Readonly<{ title: string; summary: string; resources: readonly TagView[] }>;

/** An endpoint with the text of its page. */
type DescribedOperationView = OperationSummaryView & Readonly<{ description: string }>;

/** The endpoints of a resource, each with its description. */
export type ResourceReferenceView = Omit<TagView, 'operations'> &
  Readonly<{ operations: readonly DescribedOperationView[]; pages: readonly OperationSummaryView[] }>;

/** A place in the documentation with the words of a search. */
export type SearchResultView = Readonly<{
  kind: 'guide' | 'endpoint' | 'error' | 'change';
  title: string;
  href: string;
  passage: string;
}>;

export type OperationPlace = Readonly<{ path: string; method: string; operation: Operation }>;

export const listPlaces = ({ paths }: OpenApi): OperationPlace[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

export function toDocumentationView(document: OpenApi, guides: readonly Guide[]): DocumentationView {
  const { title, version, summary } = document.info as Readonly<Record<string, string>>;
  const places = listPlaces(document);
  const rooms = document.tags.map(({ name, description }) => ({
    name,
    title: getTagTitle(name),
    description,
    ...toTagOperations(name, places),
  }));
  return {
    title: title ?? '',
    version: version ?? '',
    description: summary ?? '',
    openapi: '/openapi.json',
    guides: guides.map(toGuideSummaryView),
    rooms,
  };
}

/** A tag of browser-only endpoints is a part of the page about them. */
function toTagOperations(tag: string, places: readonly OperationPlace[]): Pick<TagView, 'href' | 'operations'> {
  const operations = places.filter(({ operation }) => operation.tags[0] === tag).map(toSummaryView);
  const isApi = operations.some(({ browser_only: isBrowserOnlyRoute }) => !isBrowserOnlyRoute);
  return { href: isApi ? `/docs/reference/${tag}` : `/docs/pages#${tag}`, operations };
}

const toGuideSummaryView = ({ name, title, summary }: Guide): GuideSummaryView => ({
  name,
  title,
  summary,
  href: toGuideUrl(name),
});

/** Undefined if there is no guide of this name. */
export function toGuideView(guides: readonly Guide[], name: string, baseUrl: string): GuideView | undefined {
  const guide = guides.find((one) => one.name === name);
  return guide && { ...toGuideSummaryView(guide), text: insertBaseUrl(guide, baseUrl) };
}

export function toSummaryView({ path, method, operation }: OperationPlace): OperationSummaryView {
  const { operationId, summary, security } = operation;
  const access = security.some((way) => 'ticket' in way)
    ? 'stream'
    : (Object.keys(security[0] ?? { none: [] })[0] ?? 'none');
  return {
    operation_id: operationId,
    method: method.toUpperCase(),
    path,
    access,
    summary,
    href: `/docs/operations/${operationId}`,
    browser_only: isBrowserOnly(operation),
  };
}

/** Pages and forms of the service, and what is for signed-in browsers alone. */
const isBrowserOnly = (operation: Operation): boolean => operation['x-browser-only'] === true;

/** The endpoints for programs or, with `isBrowserOnly`, for browsers, by resource; what new users need first is first. */
export function selectResources(
  tags: readonly TagView[],
  { browserOnly }: { browserOnly: boolean },
): readonly TagView[] {
  return sortTags(tags)
    .map((tag) => ({ ...tag, operations: tag.operations.filter((one) => one.browser_only === browserOnly) }))
    .filter(({ operations }) => operations.length > 0);
}

/** The tags of the document in the order in which a new user needs them, in the words of the pages. */
const TAG_TITLES: Readonly<Record<string, string>> = {
  auth: 'Sign-in and tokens',
  clients: 'API keys',
  accounts: 'Accounts and positions',
  instruments: 'Instruments',
  marketdata: 'Market data',
  watchlists: 'Watchlists',
  alerts: 'Alerts',
  orders: 'Orders and fills',
  events: 'Events',
  webhooks: 'Webhooks',
  reconciliation: 'Reconciliation',
  users: 'Users',
  desk: 'Overview',
  administration: 'Administration',
  audit: 'Audit log',
  health: 'Health and metrics',
  openapi: 'Documentation',
  home: 'Welcome',
};

export const getTagTitle = (name: string): string => TAG_TITLES[name] ?? name;

const TAG_NAMES = Object.keys(TAG_TITLES);

/** A tag without a title comes last. */
export const sortTags = <Tag extends Readonly<{ name: string }>>(tags: readonly Tag[]): readonly Tag[] =>
  tags.toSorted((one, other) => toRank(one.name) - toRank(other.name));

const toRank = (name: string): number => (TAG_NAMES.includes(name) ? TAG_NAMES.indexOf(name) : TAG_NAMES.length);
