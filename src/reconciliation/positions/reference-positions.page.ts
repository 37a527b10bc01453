import { type Html, html } from '../../pages/html.js';
import { renderTimestamp } from '../../pages/timestamp.page.js';
import type { PageContent, PageContext } from '../../pages/page.js';
import { toInstrumentPrice } from '../../pages/number-format.js';
import { renderTable } from '../../pages/table.page.js';
import {
  readAccountId,
  renderAccountName,
  renderSiblingLinks,
  exchangeListPage,
  listAccountSiblings,
  STYLES,
  describeAccountTerms,
  renderUserName,
} from '../../accounts/exchange-lists.page.js';
import { renderAccountCell } from '../../pages/name-cells.page.js';
import { renderInstrumentCell } from '../../pages/name-cells.page.js';
import type { ReferencePositionsView, ReferenceStatementView } from './reference-positions.view.js';

/** The posted lists, one per row. */
export function referenceStatementsPage(lists: readonly ReferencePositionsView[], context: PageContext): PageContent {
  const { path } = context;
  const acctId = readAccountId(path);
  const about = acctId === null ? '' : `acct_id=${acctId}`;
  const filter = readFilter(path);
  return exchangeListPage(
    {
      title: acctId === null ? 'Reference positions' : `Reference positions of ${renderAccountName(acctId, context)}`,
      lead: 'Positions of accounts at the close of a date, as reported by the back office. The latest list of a date counts.',
      none: filter.isSet
        ? 'No reference positions match this filter.'
        : 'No reference positions yet. Until the first list, positions are counted from the first trade.',
      table: 'reference-positions',
      rows: lists,
      ...(acctId !== null && { siblings: listAccountSiblings(acctId, context) }),
      above: html`${renderSearch(acctId, filter, context)}
<p class="actions"><a class="button" href="/refpositions/new?${about}">Post reference positions</a> <a class="button" href="/accounts/statements/upload?kind=positions${about !== '' && `&${about}`}">Upload a table</a></p>`,
      columns: [
        { title: 'List', cell: ({ id }) => html`<a href="/refpositions/${id}">${id}</a>` },
        { title: 'Account', cell: (list) => renderAccountCell(list.acct_id, context) },
        { title: 'Date', cell: (list) => html`<time datetime="${list.as_of}">${list.as_of}</time>` },
        { title: 'State', cell: renderState },
        { title: 'Instruments', figure: ({ rows }) => rows },
        { title: 'Posted', cell: (list) => renderTimestamp(list.posted_at) },
        { title: 'Posted by', cell: (list) => html`${describePoster(list, context)}` },
      ],
    },
    context,
  );
}

type ListFilter = Readonly<{ account: string; date: string; isSet: boolean }>;

function readFilter(path: string): ListFilter {
  const { searchParams } = new URL(path, 'http://here');
  const [account, date] = [searchParams.get('account') ?? '', searchParams.get('as_of') ?? ''];
  return { account, date, isSet: account !== '' || date !== '' };
}

/** By date and, where the list has those of several accounts, by account. */
const renderSearch = (
  acctId: number | null,
  { account, date, isSet }: ListFilter,
  { isAdministrator }: PageContext,
): Html => html`<form class="search" method="get" action="/refpositions" role="search">
${acctId !== null && html`<input type="hidden" name="acct_id" value="${acctId}">`}
<div class="field"><label for="as_of">Date</label><input id="as_of" name="as_of" type="date" value="${date}"></div>
${acctId === null && html`<div class="field"><label for="account">Account</label><input type="search" id="account" name="account" value="${account}" maxlength="100" autocomplete="off" placeholder="${isAdministrator ? 'Owner, name or number' : 'Name or number'}"></div>`}
<p class="actions"><button type="submit">Search</button>${isSet && html` <a class="button" href="/refpositions${acctId !== null && `?acct_id=${acctId}`}">Show all</a>`}</p>
</form>`;

/** Whether the list counts for its date. */
const renderState = ({ replaced_by: list }: ReferencePositionsView): Html =>
  list === null
    ? html`<span class="badge good">counts</span>`
    : html`<span class="badge">replaced</span> by <a href="/refpositions/${list}">list ${list}</a>`;

/** Only administrators know the names of other users. */
function describePoster({ posted_by: id }: ReferencePositionsView, context: PageContext): string {
  if (id === null) return 'the system';
  return context.getName('user_id', id) === String(id) ? 'the back office' : renderUserName(id, context);
}

/** One list with all of its rows, on screen and in print. */
export function referenceStatementPage(list: ReferenceStatementView, context: PageContext): PageContent {
  const { getName, path } = context;
  const { id, acct_id: acctId, as_of: asOf, position } = list;
  return {
    title: `Reference positions, ${asOf}`,
    styles: STYLES,
    body: html`<article class="listing account-page statement">
<h1>Reference positions of ${getName('acct_id', acctId)} at the close of <time datetime="${asOf}">${asOf}</time></h1>
${renderSiblingLinks(listAccountSiblings(acctId, context), path)}
<p class="lead">${getName('acct_id', acctId)}, account ${acctId}${describeAccountTerms(acctId, context)}. List ${id}, posted ${renderTimestamp(list.posted_at)} by ${describePoster(list, context)}. ${renderState(list)}</p>
${
  position.length === 0
    ? html`<p class="empty">The account had no positions.</p>`
    : renderTable('Positions', position, [
        { title: 'Instrument', cell: (one) => renderInstrumentCell(one.instrument_id, context) },
        { title: 'Quantity', figure: ({ quantity }) => quantity },
        { title: 'Price', figure: (one) => toInstrumentPrice(context, one.instrument_id, one.price) },
      ])
}
<p class="actions"><a class="button" href="/refpositions/new?copy=${id}">Correct this list</a> <a class="button" href="/reconciliation/breaks?acct_id=${acctId}&as_of=${asOf}&status=All">Breaks of this date</a></p>
</article>`,
  };
}
