import { renderListLinks, type TableColumn, type TableTotal, renderTable } from '../pages/table.page.js';
import { type Html, html } from '../pages/html.js';
import type { PageContent, PageContext } from '../pages/page.js';
import { renderSectionNavigation } from '../pages/navigation.page.js';
import { renderTableTools } from '../pages/table-settings.page.js';
import { labelTotals } from '../pages/table-totals.js';

type ExchangeListing<Row> = Readonly<{
  title: string;
  lead?: Html | string;
  rows: readonly Row[];
  columns: readonly TableColumn<Row>[];
  /** The name by which a browser remembers the columns. */
  table: string;
  none: Html | string;
  siblings?: SiblingLinks;
  /** Filters and actions between the heading and the table. */
  above?: Html | null;
  /** What is renewed with the table. */
  beside?: Html;
  /** What follows the table. */
  below?: Html;
  rowOf?: (row: Row) => Html;
  /** Whether the list is printed and kept, as a statement is. */
  isStatement?: boolean;
  /** Whether rows have two lines at most in a wide window; the lead then stands beside the choice of columns. */
  isDense?: boolean;
  /** Sums below the rows. */
  totalsOf?: (rows: readonly Row[]) => readonly TableTotal[];
}>;

/** The links of a section navigation, the current page included. */
type SiblingLinks = Readonly<{ name: string; links: readonly (readonly [href: string, label: string])[] }>;

const everything: SiblingLinks = {
  name: 'Accounts',
  links: [
    ['/accounts', 'Accounts'],
    ['/positions', 'Positions'],
    ['/refpositions', 'Reference positions'],
    ['/reconciliation/breaks', 'Breaks'],
    ['/accounts/statements', 'Statements'],
    ['/accounts/statements/upload', 'Upload'],
  ],
};

export const STYLES = ['accounts.css', 'statements.css', 'cards.css'] as const;
export const SCRIPTS = ['accounts.js'] as const;

/** The common layout of this module's lists: heading, section navigation, live table, and links to the next page. */
export function exchangeListPage<Row>(listing: ExchangeListing<Row>, context: PageContext): PageContent {
  const { path, nextUrl } = context;
  const {
    title,
    lead,
    rows,
    siblings: links = everything,
    above = null,
    below,
    isStatement = false,
    isDense = false,
  } = listing;
  return {
    title,
    styles: STYLES,
    scripts: SCRIPTS,
    body: html`<article class="listing${isStatement && ' statement'}${isDense && ' dense'}">
<h1>${title}</h1>
${renderSiblingLinks(links, path)}
${lead !== undefined && !(isDense && rows.length > 0) && html`<p class="lead">${lead}</p>`}
${above}
${renderRows(listing, context)}
${below}
${renderListLinks({ path, nextUrl }, rows.length > 0)}
</article>`,
  };
}

/** The table, in a part of the page that is asked for anew, below the choice of its columns. */
function renderRows<Row>(listing: ExchangeListing<Row>, context: PageContext): Html {
  const { title, lead, rows, columns, table, none, rowOf, beside, isDense = false, totalsOf = () => [] } = listing;
  if (rows.length === 0) return html`<div id="list" data-part="list">\n<p class="empty">${none}</p>\n</div>`;
  const totals = labelTotals(totalsOf(rows), context);
  const settings = { table, context };
  return html`<div class="list-tools">${renderTableTools(columns, settings)}${isDense && html`<p class="hint">${lead}</p>`}</div>
<div id="list" data-part="list">
${renderTable(title, rows, columns, { areCards: true, totals, settings, ...(rowOf && { rowAttributes: rowOf }) })}
${beside}</div>`;
}

export const renderSiblingLinks = ({ name, links }: SiblingLinks, path: string): Html =>
  renderSectionNavigation(name, path, links);

/** The section navigation of one account. Administrators also manage the access. */
export const listAccountSiblings = (
  id: number | string,
  { isAdministrator }: Pick<PageContext, 'isAdministrator'>,
): SiblingLinks => ({
  name: `Account ${id}`,
  links: [
    ['/accounts', 'All accounts'],
    [`/accounts/${id}`, 'Overview'],
    [`/positions?acct_id=${id}`, 'Positions'],
    [`/orders?acct_id=${id}`, 'Orders'],
    [`/fills?acct_id=${id}`, 'Fills'],
    [`/accounts/${id}/statement`, 'Statement'],
    [`/accounts/${id}/moneyvals?order=desc`, 'Money values'],
    [`/refpositions?acct_id=${id}`, 'Reference positions'],
    [`/reconciliation/breaks?acct_id=${id}`, 'Breaks'],
    ...(isAdministrator ? ([[`/accounts/${id}/grants`, 'Access']] as const) : []),
  ],
});

/** The account's name, or its number if the account does not exist or the user may not know its name. */
export function renderAccountName(id: number, { getName }: Pick<PageContext, 'getName'>): string {
  const name = getName('acct_id', id);
  return name === String(id) ? `account ${id}` : name;
}

/** Names the accounts of a page: those that have the same name with their number as well. */
export function createAccountLabel(
  ids: Iterable<number>,
  { getName }: Pick<PageContext, 'getName'>,
  accounts: readonly Readonly<{ id: number; name: string }>[] = [],
): (id: number) => string {
  const names = new Map([
    ...[...ids].map((id) => [id, getName('acct_id', id)] as const),
    ...accounts.map(({ id, name }) => [id, name] as const),
  ]);
  const shared = Map.groupBy(names.values(), (name) => name);
  return (id) => {
    const name = names.get(id) ?? getName('acct_id', id);
    return (shared.get(name)?.length ?? 0) > 1 ? `${name} (${id})` : name;
  };
}

/** Currency and owner of an account, for printed pages. */
export function describeAccountTerms(id: number, { getName }: Pick<PageContext, 'getName'>): string {
  const currency = getName('acct_currency', id);
  return currency === String(id) ? '' : `, in ${currency}, owned by ${getName('acct_owner_email', id)}`;
}

/** The user's email, or the user's number if the signed-in user may not know the email. */
export function renderUserName(id: number, { getName }: Pick<PageContext, 'getName'>): string {
  const name = getName('user_id', id);
  return name === String(id) ? `user ${id}` : name;
}

/** The same at the start of a sentence. */
export const formatUserTitle = (id: number, of: Pick<PageContext, 'getName'>): string =>
  renderUserName(id, of).replace(/^user (?=\d+$)/, 'User ');

/** The account of a page below `/accounts`, from its path. */
export const readPathAccount = (path: string): string => /^\/accounts\/(\d+)/.exec(path)?.[1] ?? '';

/** The account of the list's `acct_id` filter, if the filter has exactly one account. */
export function readAccountId(path: string): number | null {
  const searchParams = new URL(path, 'http://here').searchParams.getAll('acct_id');
  return searchParams.length === 1 && /^[1-9]\d{0,15}$/.test(searchParams[0] ?? '') ? Number(searchParams[0]) : null;
}
