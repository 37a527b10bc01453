import { renderFormToken } from '../pages/fields.page.js';
import { type Html, html } from '../pages/html.js';
import { renderAdministrationNavigation } from '../pages/navigation.page.js';
import type { PageContent, PageContext } from '../pages/page.js';
import { renderTable, type TableColumn } from '../pages/table.page.js';
import type { HaltPlanView, HaltsView } from './administration.view.js';
import { renderReasonField } from './halts.page.js';

const CONFIRMATION = '/administration/halts/confirmation';
const STYLES = ['admin.css', 'accounts.css', 'cards.css'];

/** What is halted and why, and the ways to halt more or to resume. */
export function haltsPage({ groups, halted }: HaltsView, context: PageContext): PageContent {
  return {
    title: 'Halts',
    styles: STYLES,
    body: html`<article class="administration listing">
<h1>Halts</h1>
${renderAdministrationNavigation(context)}
<h2>Halted now</h2>
${halted.length === 0 ? html`<p class="empty">Nothing is halted.</p>` : renderHalted(halted)}
<h2>Halt trading</h2>
<p>A halt stops trading at once; orders stay and can be canceled. The next page shows its effects before anything happens. One instrument is halted on <a href="/instruments?status=Open">its own page</a>.</p>
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

/** Each reason once, with the instruments that are halted for it. */
const renderHalted = (halted: readonly HaltedView[]): Html =>
  html`${[...Map.groupBy(halted, ({ status_reason: reason }) => reason)].map(([reason, members]) => renderReason(reason, members))}
<form method="get" action="${CONFIRMATION}" id="${RESUME_FORM}" class="updates">
<input type="hidden" name="status" value="Open">
<p class="actions"><button type="submit">Resume ticked …</button> <a class="button" href="${CONFIRMATION}?status=Open&amp;whole_venue=true">Resume all …</a></p>
</form>`;

function renderReason(reason: string | null, members: readonly HaltedView[]): Html {
  const title = reason ?? 'No reason given';
  const query = new URLSearchParams({ status: 'Open', status_reason: reason ?? '' });
  return html`<section><h3>${title}</h3>
${renderTable(`Halted: ${title}`, members, columns, { areCards: true })}
${reason !== null && members.length > 1 && html`<p><a class="button" href="${CONFIRMATION}?${query.toString()}">Resume these ${members.length} …<span class="hidden"> (${reason})</span></a></p>`}
</section>
`;
}

const columns: readonly TableColumn<HaltedView>[] = [
  {
    title: 'Tick',
    cell: ({ id, symbol }) =>
      html`<input type="checkbox" name="instrument_ids" value="${id}" form="${RESUME_FORM}" aria-label="${symbol}">`,
  },
  { title: 'Instrument', cell: ({ id, symbol }) => html`<a href="/instruments/${id}">${symbol}</a>` },
  { title: 'Product', cell: (one) => html`${one.product_name}` },
  { title: 'Working orders', figure: (one) => one.working_orders },
];

/** The question before several instruments are halted, or trade again. */
export function haltConfirmationPage(view: HaltPlanView, context: PageContext): PageContent {
  const { status, instruments } = view;
  const title = `${status === 'Halted' ? 'Halt' : 'Resume trading in'} ${describeScope(view)}?`;
  return {
    title,
    styles: STYLES,
    body: html`<article class="administration">
<p class="back"><a href="/administration/halts">All halts</a></p>
<h1>${title}</h1>
${
  instruments.length === 0
    ? html`<p class="refusal">${describeNothing(view)}</p>`
    : html`<p class="lead">${describeImpact(view)}</p>
<ul>
${status === 'Halted' ? renderHaltEffects(view) : renderResumptionEffects(view)}
</ul>
<details><summary>${instruments.length === 1 ? 'The instrument' : `The ${instruments.length} instruments`}</summary><p>${instruments.map(({ symbol }) => symbol).join(', ')}</p></details>
${renderDecision(view, context)}`
}
</article>`,
  };
}

const describeNothing = ({ status, scope }: HaltPlanView): string => {
  if (scope === 'nothing') return 'Nothing was ticked. Go back and tick the instruments.';
  return status === 'Halted' ? 'Nothing is open there that could be halted.' : 'Nothing is halted there.';
};

function describeScope({ scope, group_name: group, instruments }: HaltPlanView): string {
  if (scope === 'venue') return 'the whole venue';
  if (scope === 'group') return group ?? '';
  return instruments.length === 1 ? (instruments[0]?.symbol ?? '') : `${instruments.length} instruments`;
}

function describeImpact({
  instruments,
  working_orders: orders,
  accounts_with_orders: owners,
  waiting_stops: stops,
  accounts_with_positions: holders,
}: HaltPlanView): string {
  const ordered =
    orders === 0
      ? 'no working orders'
      : `${count(orders, 'working order')} of ${count(owners, 'account')}${stops === 0 ? '' : `, ${stops} of them as stops`}`;
  return `${count(instruments.length, 'instrument')}: ${ordered}; ${holders === 0 ? 'no account holds' : holders === 1 ? 'one account holds' : `${holders} accounts hold`} a position.`;
}

const count = (quantity: number, noun: string): string => (quantity === 1 ? `one ${noun}` : `${quantity} ${noun}s`);

const renderHaltEffects = ({ working_orders: orders }: HaltPlanView): Html =>
  html`<li>Trading stops at once for all users, and no orders are accepted or modified.</li>
<li>${orders > 0 && 'Working orders stay where they are and keep their place in the queue; their owners can cancel. '}Stops do not trigger. No money moves.</li>
<li>The halt lasts until an administrator resumes trading, also over several sessions. What is closed or halted already stays as it is.</li>`;

const renderResumptionEffects = ({ working_orders: orders }: HaltPlanView): Html =>
  html`<li>Orders are accepted and modified again while the session of each product is open.</li>
<li>${orders === 0 ? 'No orders wait there.' : 'Waiting orders can trade again at once, in time priority.'} The reasons of the halts end.</li>`;

function renderDecision(view: HaltPlanView, context: PageContext): Html {
  const { status } = view;
  return html`<form method="post" action="/instruments/statuses/new">
${renderFormToken(context)}
<input type="hidden" name="status" value="${status}">
${renderScope(view)}${status === 'Halted' && renderReasonField()}
<p class="actions"><button type="submit" class="${status === 'Halted' ? 'danger' : 'primary'}">${status === 'Halted' ? 'Halt' : 'Resume'} ${describeScope(view)}</button> <a class="button" href="/administration/halts">Cancel</a></p>
</form>`;
}

/** As many as one request takes. */
const NAMED_MAX = 1_000;

/**
 * A halt is of everything that is there when it is sent. A resumption is of what was seen and is as it was: it must not end the halt that
 * another administrator began meanwhile.
 */
function renderScope({ status, scope, product_group_id: groupId, instruments }: HaltPlanView): Html {
  if (scope === 'instruments' || (status === 'Open' && instruments.length <= NAMED_MAX))
    return html`${instruments.map(({ id, version }) => html`<input type="hidden" name="instrument_ids" value="${id}"><input type="hidden" name="expected_versions" value="${version}">\n`)}`;
  return scope === 'group'
    ? html`<input type="hidden" name="product_group_id" value="${groupId}">\n`
    : html`<input type="hidden" name="whole_venue" value="yes">\n`;
}
