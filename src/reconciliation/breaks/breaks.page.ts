import { type Html, html } from '../../pages/html.js';
import type { PageContent, PageContext } from '../../pages/page.js';
import { sortBy } from '../../pages/table-settings.page.js';
import { renderText, type TableColumn } from '../../pages/table.page.js';
import {
  readAccountId,
  renderAccountName,
  exchangeListPage,
  listAccountSiblings,
  renderUserName,
} from '../../accounts/exchange-lists.page.js';
import { renderAccountCell, renderBreakableEmail } from '../../pages/name-cells.page.js';
import { renderInstrumentCell } from '../../pages/name-cells.page.js';
import type { PersonView } from '../../accounts/grant.view.js';
import type { ListedBreakView, WorkedBreaks, BreakClosingView } from './break.view.js';
import { UNASSIGNED } from './breaks.dto.js';
import { toBreakUrl, toListQuery } from './break-links.js';
import { formatAssignee, renderUpdateForm, UPDATE_FORM } from './break-updates.page.js';

export function breaksPage(breaks: WorkedBreaks, context: PageContext): PageContent {
  const { path } = context;
  const { assignees } = breaks;
  const acctId = readAccountId(path);
  return exchangeListPage(
    {
      title: acctId === null ? 'Breaks' : `Breaks of ${renderAccountName(acctId, context)}`,
      lead: 'Differences between the positions of the back office and our books.',
      none: describeEmptyList(path),
      table: 'breaks',
      isDense: true,
      rows: breaks,
      above: renderFilters(breaks, acctId, context),
      ...(acctId !== null && { siblings: listAccountSiblings(acctId, context) }),
      rowOf: ({ id }) => html` id="break-${id}"`,
      ...(assignees !== undefined && {
        below: renderUpdateForm({ assignees, hasOpen: hasOpenBreak(breaks) }, context),
      }),
      columns: createColumns(breaks, context),
    },
    context,
  );
}

function createColumns(breaks: WorkedBreaks, context: PageContext): readonly TableColumn<ListedBreakView>[] {
  const list = toListQuery(context.path);
  return [
    ...(breaks.assignees === undefined ? [] : [createTick(hasOpenBreak(breaks))]),
    {
      title: 'Break',
      isFixed: true,
      isPlain: false,
      cell: ({ id }) => html`<a href="${toBreakUrl(id, list)}">${id}</a>`,
    },
    { title: 'Instrument', cell: (one) => renderInstrumentCell(one.instrument_id, context) },
    { title: 'Difference', key: 'difference', sort: sortBy('-difference'), difference: ({ difference }) => difference },
    { title: 'Back office', key: 'reference', count: ({ reference }) => reference },
    { title: 'Our books', key: 'internal', count: ({ internal }) => internal },
    { title: 'Account', cell: (one) => renderAccount(one.acct_id, context) },
    { title: 'Date', sort: sortBy('as_of'), cell: (one) => html`<time datetime="${one.as_of}">${one.as_of}</time>` },
    { title: 'Status', sort: sortBy('opened_at'), cell: (one) => renderStatus(one, context) },
    { title: 'Assigned to', cell: (one) => html`<span class="who">${renderAssignee(one, context)}</span>` },
    { title: 'Due', sort: sortBy('due_on'), cell: (one) => renderDueDate(one, html`<br>`) },
    { title: 'Note', cell: ({ note }) => (note === null ? renderText(null) : renderNote(note.text)) },
  ];
}

const hasOpenBreak = (breaks: WorkedBreaks): boolean => breaks.some(({ status }) => status === 'Open');

/** Beside open breaks, the others cannot be selected: of what is done with an open break, they can only be noted. */
const createTick = (hasOpen: boolean): TableColumn<ListedBreakView> => ({
  title: 'Select',
  isPlain: true,
  cell: ({ id, status }) =>
    html`${(status === 'Open' || !hasOpen) && html`<input type="checkbox" name="break_ids" value="${id}" form="${UPDATE_FORM}" aria-label="Break ${id}">`}`,
});

/** By name. Administrators see the email in the title; a user without a name is shown by it. */
export function renderAssignee({ assignee_id: id }: ListedBreakView, { getName }: PageContext): Html {
  if (id === null) return html`<span class="none">nobody</span>`;
  return html`<a href="/reconciliation/breaks?assignee_id=${id}">${renderUser(id, getName('actor_name', id), { getName })}</a>`;
}

function renderUser(id: number, name: string, context: Pick<PageContext, 'getName'>): Html {
  const email = renderUserName(id, context);
  const isNamed = name !== '' && name !== String(id);
  if (!isNamed) return renderBreakableEmail(email);
  return email.includes('@') ? html`<span title="${email}">${name}</span>` : html`${name}`;
}

/** As in other lists, but the owner is shown by name, so that a row has two lines. */
function renderAccount(id: number, context: PageContext): Html {
  const [name, owner] = [context.getName('acct_id', id), context.getName('acct_owner', id)];
  if (!context.isAdministrator || name === String(id) || ['', String(id)].includes(owner))
    return renderAccountCell(id, context);
  return html`<span class="who"><a href="/accounts/${id}">${id} ${name}</a><br><span class="none" title="${context.getName('acct_owner_email', id)}">${owner}</span></span>`;
}

/** A longer note takes more than two lines: the page of the break has the whole of it. */
const NOTE_MAX = 50;

const renderNote = (text: string): Html =>
  html`<span class="reason">${text.length > NOTE_MAX ? html`<span class="cut" title="${text}">${text}</span>` : text}</span>`;

/** An open break that is due is marked by a word, not by a color alone. */
export const renderDueDate = ({ due_on: due, overdue: isOverdue }: ListedBreakView, separator: Html = html` `): Html =>
  due === null
    ? renderText(null)
    : html`<time datetime="${due}">${due}</time>${isOverdue && html`${separator}<span class="badge bad">overdue</span>`}`;

export const renderStatusBadge = ({ resolution }: Pick<ListedBreakView, 'resolution'>): Html =>
  html`<span class="badge ${resolution === null ? 'warn' : 'good'}">${resolution === null ? 'open' : resolution === 'Accepted' ? 'accepted' : 'resolved'}</span>`;

/** In two lines, because the list has many columns. The page of the break has the time. */
const renderStatus = (one: ListedBreakView, context: PageContext): Html => {
  const closedOn = one.closed_at?.slice(0, 10);
  if (closedOn === undefined) return html`${renderStatusBadge(one)} <span class="none">${describeAge(one)}</span>`;
  return html`${renderStatusBadge(one)} <time datetime="${closedOn}">${closedOn}</time><br><span class="who none">${describeAge(one)}${renderClosing(one, context)}</span>`;
};

/** By which list, if one closed it, and by whom: not always by the one whom the break is assigned to. */
export const renderClosing = (
  { resolution, closed_list_id: list, closed_by: by }: BreakClosingView,
  context: PageContext,
): Html | false =>
  resolution !== null &&
  html` by ${list !== null && html`<a href="/refpositions/${list}">list ${list}</a> of `}${by === null ? 'the system' : renderUser(by, context.getName('user_name', by), context)}`;

/** How long the break has been open, or was open. */
export const describeAge = ({ status, age_days: days }: Pick<ListedBreakView, 'status' | 'age_days'>): string =>
  `${status === 'Open' ? '' : 'after '}${days === 0 ? '< 1 day' : days === 1 ? '1 day' : `${days} days`}`;

const readSearchParams = (path: string): URLSearchParams => new URL(path, 'http://here').searchParams;

/** The filters of the form, besides the status. */
const TYPED_FILTERS = ['account', 'older_than_days', 'symbol', 'assignee_id', 'overdue'];

function describeEmptyList(path: string): string {
  const searchParams = readSearchParams(path);
  if ([...TYPED_FILTERS, 'as_of', 'instrument_id'].some((name) => searchParams.get(name)))
    return 'No breaks match this filter.';
  const status = searchParams.get('status');
  if (status === 'Accepted') return 'No accepted breaks.';
  return status === 'Closed'
    ? 'No resolved breaks.'
    : 'No open breaks: nothing that the back office has listed differs from our books.';
}

/** The URL of the list without these filters. */
function toQueryUrl(path: string, removed: readonly string[]): string {
  const searchParams = new URLSearchParams(
    [...readSearchParams(path)].filter(([key, entry]) => key !== 'cursor' && !removed.includes(key) && entry !== ''),
  );
  return `/reconciliation/breaks${searchParams.size > 0 ? `?${searchParams}` : ''}`;
}

type FilterChoice = Readonly<{
  name: string;
  label: string;
  /** What the list shows without the filter. */
  standard: string;
  options: readonly (readonly [value: string, label: string])[];
}>;

const filters: readonly FilterChoice[] = [
  {
    name: 'status',
    label: 'Status',
    standard: 'Open',
    options: [
      ['Open', 'Open'],
      ['Closed', 'Resolved'],
      ['Accepted', 'Accepted'],
      ['All', 'All'],
    ],
  },
  {
    name: 'overdue',
    label: 'Due',
    standard: '',
    options: [
      ['', 'Any date'],
      ['true', 'Overdue'],
    ],
  },
  {
    name: 'older_than_days',
    label: 'Age',
    standard: '',
    options: [
      ['', 'Any age'],
      ['1', '1 day or more'],
      ['7', '7 days or more'],
      ['30', '30 days or more'],
    ],
  },
];

/** Filters by status, due date, age, assignee, instrument and account. They work without a script. A narrow screen has them in a fold. */
function renderFilters({ assigneeFilter }: WorkedBreaks, acctId: number | null, context: PageContext): Html {
  const { path, isAdministrator } = context;
  const searchParams = readSearchParams(path);
  const kept = ['acct_id', 'as_of', 'instrument_id', ...(assigneeFilter === undefined ? ['assignee_id'] : []), 'sort'];
  const readFilter = (name: string): string => searchParams.get(name) ?? '';
  const [account, symbol, assignee] = [readFilter('account'), readFilter('symbol'), readFilter('assignee_id')];
  const isOpen = TYPED_FILTERS.some((name) => readFilter(name) !== '');
  return html`<details class="narrow-fold"${isOpen && ' open'}><summary>Filter</summary>
<form class="search" method="get" action="/reconciliation/breaks" role="search">
${kept.map((name) => searchParams.get(name) && html`<input type="hidden" name="${name}" value="${searchParams.get(name)}">`)}
${filters.map((filter) => renderFilter(filter, searchParams.get(filter.name) || filter.standard))}
${assigneeFilter !== undefined && renderFilter(toAssigneeFilter(assigneeFilter, assignee, context), assignee)}
<div class="field"><label for="symbol">Instrument</label><input type="search" id="symbol" name="symbol" value="${symbol}" maxlength="64" autocomplete="off" placeholder="Symbol or name"></div>
${acctId === null && html`<div class="field"><label for="account">Account</label><input type="search" id="account" name="account" value="${account}" maxlength="100" autocomplete="off" placeholder="${isAdministrator ? 'Owner, name or number' : 'Name or number'}"></div>`}
<p class="actions"><button type="submit">Search</button>${account + symbol + assignee !== '' && html` <a class="button" href="${toQueryUrl(path, ['account', 'symbol', 'assignee_id'])}">Show all</a>`}${acctId !== null && html` <a href="${toQueryUrl(path, ['acct_id'])}">Breaks of all accounts</a>`}</p>
</form></details>`;
}

/** The users to choose from, and the one that is chosen. */
const toAssigneeFilter = (assignees: readonly PersonView[], chosen: string, context: PageContext): FilterChoice => ({
  name: 'assignee_id',
  label: 'Assigned to',
  standard: '',
  options: [
    ['', 'Anybody'],
    [UNASSIGNED, 'Nobody'],
    ...(chosen === '' || chosen === UNASSIGNED || assignees.some(({ id }) => String(id) === chosen)
      ? []
      : [[chosen, renderUserName(Number(chosen), context)] as const]),
    ...assignees.map((person) => [String(person.id), formatAssignee(person, context)] as const),
  ],
});

const renderFilter = ({ name, label, options }: FilterChoice, chosen: string): Html =>
  html`<div class="field"><label for="${name}">${label}</label><select id="${name}" name="${name}">${options.map(([value, text]) => html`<option value="${value}"${value === chosen && ' selected'}>${text}</option>`)}</select></div>\n`;
