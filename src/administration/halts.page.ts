import { renderBreakableEmail } from '../pages/name-cells.page.js';
import { emptyForm, type FormState, renderCustomField } from '../pages/fields.page.js';
import { type Html, html } from '../pages/html.js';
import { renderAdministrationNavigation } from '../pages/navigation.page.js';
import type { PageContent, PageContext } from '../pages/page.js';
import { renderTable, renderText, type TableColumn } from '../pages/table.page.js';
import { renderTimestampToMinute } from '../pages/timestamp.page.js';
import type { HaltsView } from './administration.view.js';

const CONFIRMATION = '/administration/halts/confirmation';
const STYLES = ['admin.css', 'accounts.css', 'statements.css', 'cards.css'];

/** What is halted and why, and the ways to halt more or to resume. */
export function haltsPage({ groups, halted }: HaltsView, context: PageContext): PageContent {
  return {
    title: 'Halts',
    styles: STYLES,
    body: html`<article class="administration listing">
<h1>Halts</h1>
${renderAdministrationNavigation(context)}
<h2>Halted now</h2>
${halted.length === 0 ? html`<p class="empty">Nothing is halted.</p>` : renderHalted({ groups, halted }, context)}
<h2>Halt trading</h2>
<p>A halt stops trading at once; orders stay and can be canceled. The next page shows its effects before anything happens.</p>
${renderSymbolForm('Halted', emptyForm)}
<form method="get" action="${CONFIRMATION}" class="updates">
<input type="hidden" name="status" value="Halted">
<div class="field"><label for="product_group_id">Product group</label>
<select id="product_group_id" name="product_group_id">
${groups.map(({ id, name, ...group }) => html`<option value="${id}">${name} (${describeGroup(group)})</option>\n`)}</select></div>
<p class="actions"><button type="submit">Halt this group …</button> <a class="button danger" href="${CONFIRMATION}?status=Halted&amp;whole_venue=true">Halt the whole venue …</a></p>
</form>
</article>`,
  };
}

const describeGroup = ({ instruments, halted }: Readonly<{ instruments: number; halted: number }>): string =>
  `${instruments} listed${halted === 0 ? '' : `, ${halted} halted`}`;

type HaltedView = HaltsView['halted'][number];

const RESUME_FORM = 'resume';

/** As many rows are in sight without a fold. */
const ROWS_IN_SIGHT = 8;

/** Each reason once, with the way to resume what is halted for it; then the instruments, to choose from. */
function renderHalted({ groups, halted }: HaltsView, context: PageContext): Html {
  const reasons = [...Map.groupBy(halted, ({ status_reason: reason }) => reason)].map(
    ([reason, members]): HaltedFor => ({
      reason,
      members,
      whole: describeWhole(groups, members) ?? countInstruments(members.length),
    }),
  );
  return html`${renderTable('Halted', reasons, createReasonColumns(context), { areCards: true })}
${reasons.length > 1 && html`<p class="actions"><a class="button" href="${CONFIRMATION}?status=Open&amp;whole_venue=true">Resume all …</a></p>`}
<details${halted.length <= ROWS_IN_SIGHT && ' open'}><summary>Choose instruments to resume</summary>
<form method="get" action="${CONFIRMATION}" id="${RESUME_FORM}" class="updates">
<input type="hidden" name="status" value="Open">
<p class="actions"><button type="submit">Resume selected …</button></p>
</form>
${renderTable('Halted instruments', halted, createColumns(context), { areCards: true })}</details>`;
}

/** What is halted for one reason. */
type HaltedFor = Readonly<{ reason: string | null; members: readonly HaltedView[]; whole: string }>;

const countInstruments = (count: number): string => (count === 1 ? '1 instrument' : `${count} instruments`);

/** The groups that are halted as a whole for one reason, as by a halt of the group or of the venue; null if there are none. */
function describeWhole(groups: HaltsView['groups'], members: readonly HaltedView[]): string | null {
  const count = (id: number): number => members.filter((one) => one.product_group_id === id).length;
  const whole = groups.filter(({ id, instruments }) => count(id) === instruments);
  if (whole.length === groups.length && groups.length > 1)
    return `The whole venue, ${countInstruments(members.length)}`;
  const named = whole.map(({ id, name }) => `${name}, ${countInstruments(count(id))}`);
  const others = members.length - whole.reduce((sum, { id }) => sum + count(id), 0);
  return named.length === 0 ? null : [...named, ...(others > 0 ? [`${others} of other groups`] : [])].join('; ');
}

const createReasonColumns = (context: PageContext): readonly TableColumn<HaltedFor>[] => [
  { title: 'Halted', cell: ({ whole }) => html`<span class="sentence">${whole}</span>` },
  { title: 'Reason', cell: ({ reason }) => html`<span class="reason">${reason ?? 'No reason given'}</span>` },
  { title: 'Working orders', figure: ({ members }) => members.reduce((sum, one) => sum + one.working_orders, 0) },
  { title: 'Since', cell: ({ members }) => renderSince(findFirstHalt(members)) },
  { title: 'By', cell: ({ members }) => renderSetter(findCommonSetter(members), context) },
  { title: 'Resume', isPlain: true, cell: (one) => renderResumption(one) },
];

const findFirstHalt = (members: readonly HaltedView[]): string | null =>
  members.flatMap(({ halted_at: at }) => at ?? []).sort()[0] ?? null;

/** Null where several users have halted instruments for the same reason. */
function findCommonSetter(members: readonly HaltedView[]): number | null {
  const [first] = members;
  return first !== undefined && members.every(({ halted_by: by }) => by === first.halted_by) ? first.halted_by : null;
}

function renderResumption({ reason, members }: HaltedFor): Html {
  const scope = reason === null ? members.map(({ id }) => ['instrument_ids', String(id)]) : [['status_reason', reason]];
  const query = new URLSearchParams([['status', 'Open'], ...scope]);
  return html`<a class="button" href="${CONFIRMATION}?${query.toString()}">Resume ${members.length === 1 ? 'it' : `these ${members.length}`} …<span class="hidden"> (${reason ?? 'no reason given'})</span></a>`;
}

const renderSince = (at: string | null): Html => (at === null ? renderText(null) : renderTimestampToMinute(at));

const renderSetter = (by: number | null, { getName }: PageContext): Html =>
  by === null ? renderText(null) : html`<a href="/users/${by}">${renderBreakableEmail(getName('user_id', by))}</a>`;

const createColumns = (context: PageContext): readonly TableColumn<HaltedView>[] => [
  {
    title: 'Select',
    cell: ({ id, symbol }) =>
      html`<input type="checkbox" name="instrument_ids" value="${id}" form="${RESUME_FORM}" aria-label="${symbol}">`,
  },
  { title: 'Instrument', cell: ({ id, symbol }) => html`<a href="/instruments/${id}">${symbol}</a>` },
  { title: 'Product', cell: (one) => html`${one.product_name}` },
  { title: 'Working orders', figure: (one) => one.working_orders },
  {
    title: 'Reason',
    cell: ({ status_reason: reason }) => html`<span class="reason">${reason ?? 'No reason given'}</span>`,
  },
  { title: 'Since', cell: ({ halted_at: at }) => renderSince(at) },
  { title: 'By', cell: ({ halted_by: by }) => renderSetter(by, context) },
];

/** The form that leads from a symbol to the question about its instrument. */
export const renderSymbolForm = (
  status: 'Open' | 'Halted',
  form: FormState,
): Html => html`<form method="get" action="/administration/halts/confirmation" class="updates">
<input type="hidden" name="status" value="${status}">
${renderCustomField({ name: 'symbol', label: 'Instrument' }, form, (state) => html`<input id="symbol" name="symbol" type="text" maxlength="32" value="${form.values['symbol'] ?? ''}" autocomplete="off" autocapitalize="characters" placeholder="Symbol"${state}>`)}
<p class="actions"><button type="submit">${status === 'Halted' ? 'Halt' : 'Resume'} this instrument …</button></p>
</form>`;
