import { renderListLinks } from '../http/list-links.page.js';
import { type Html, html } from '../http/html.js';
import type { PageContent, PageContext } from '../http/page.js';
import { renderSectionNavigation } from '../http/section-navigation.page.js';
import { type TableColumn, renderTable } from '../http/table.page.js';

type Listing<Row> = Readonly<{
  title: string;
  lead?: Html | string;
  rows: readonly Row[];
  columns: readonly TableColumn<Row>[];
  none: Html | string;
  siblings?: Siblings;
  /** What stands between the head and the table: filters, what can be done. */
  above?: Html | null;
  rowOf?: (row: Row) => Html;
  areCards?: boolean;
}>;

/** The lists that lie beside each other, the one that is shown among them. */
type Siblings = Readonly<{ name: string; links: readonly (readonly [href: string, label: string])[] }>;

const everything: Siblings = {
  name: 'Accounts',
  links: [
    ['/accounts', 'Accounts'],
    ['/positions', 'Positions'],
    ['/refpositions', 'Reference positions'],
    ['/reconciliation/breaks', 'Breaks'],
    ['/accounts/statements/upload', 'Upload'],
  ],
};

export const STYLES = ['accounts.css'] as const;
export const SCRIPTS = ['accounts.js'] as const;

/** The lists of this room look alike: what they are, the lists beside them, a table that follows what happens, and the way on. */
export function listPage<Row>(listing: Listing<Row>, { path, nextUrl }: PageContext): PageContent {
  const {
    title,
    lead,
    rows,
    columns,
    none,
    siblings: links = everything,
    above = null,
    rowOf,
    areCards = false,
  } = listing;
  return {
    title,
    styles: STYLES,
    scripts: SCRIPTS,
    body: html`<article class="listing">
<h1>${title}</h1>
${besides(links, path)}
${lead !== undefined && html`<p class="lead">${lead}</p>`}
${above}
<div id="list" data-part="list">
${rows.length === 0 ? html`<p class="empty">${none}</p>` : renderTable(title, rows, columns, { areCards, ...(rowOf && { rowAttributes: rowOf }) })}
</div>
${renderListLinks({ path, nextUrl }, rows.length > 0)}
</article>`,
  };
}

export const besides = ({ name, links }: Siblings, path: string): Html => renderSectionNavigation(name, path, links);

/** Where one account leads to. */
export const ofAccount = (id: number | string): Siblings => ({
  name: `Account ${id}`,
  links: [
    ['/accounts', 'All accounts'],
    [`/accounts/${id}`, 'Worth and limits'],
    [`/positions?acct_id=${id}`, 'Positions'],
    [`/orders?acct_id=${id}`, 'Orders'],
    [`/fills?acct_id=${id}`, 'Fills'],
    [`/accounts/${id}/moneyvals?order=desc`, 'Money values'],
    [`/refpositions?acct_id=${id}`, 'Reference positions'],
    [`/reconciliation/breaks?acct_id=${id}`, 'Breaks'],
  ],
});

/** An account whose name the reader is not told has a number, whether it is there or not. */
export function accountNamed(id: number, { getName }: Pick<PageContext, 'getName'>): string {
  const name = getName('acct_id', id);
  return name === String(id) ? `account ${id}` : name;
}

/** What money is counted in, and whose it is: for what is printed. */
export function termsOf(id: number, { getName }: Pick<PageContext, 'getName'>): string {
  const terms = getName('acct_terms', id);
  return terms === String(id) ? '' : `, ${terms}`;
}

/** Who somebody is: administrators are told, others know a number. */
export function userNamed(id: number, { getName }: Pick<PageContext, 'getName'>): string {
  const name = getName('user_id', id);
  return name === String(id) ? `user ${id}` : name;
}

/** The same where a sentence begins. */
export const userFirst = (id: number, of: Pick<PageContext, 'getName'>): string =>
  userNamed(id, of).replace(/^user (?=\d+$)/, 'User ');

/** The account that a list is asked about, where it is about one. */
export function accountIn(path: string): number | null {
  const asked = new URL(path, 'http://here').searchParams.getAll('acct_id');
  return asked.length === 1 && /^[1-9]\d{0,15}$/.test(asked[0] ?? '') ? Number(asked[0]) : null;
}
