import { quoteReason } from '../engine/status-reason.js';
import { STATUS_REASON_MAX } from '../instruments/reference-definitions.js';
import type { Problem } from '../errors/problem.js';
import { emptyForm, renderFormToken, renderInputField, toFormState } from '../pages/fields.page.js';
import { type Html, html } from '../pages/html.js';
import type { PageContent, PageContext } from '../pages/page.js';
import type { HaltPlanView } from './administration.view.js';
import { capitalizeFirst, toSentence } from '../errors/sentence.js';
import { renderSymbolForm } from './halts.page.js';

/** The question before instruments are halted, or trade again. A halt affects all users, so its effects are shown before. */
export function haltConfirmationPage(view: HaltPlanView, context: PageContext): PageContent {
  const { status, instruments } = view;
  if (view.scope === 'nothing') return nothingChosenPage(view);
  const title = `${status === 'Halted' ? 'Halt' : 'Resume trading in'} ${describeScope(view)}?`;
  return {
    title,
    styles: ['admin.css', 'accounts.css', 'statements.css'],
    body: html`<article class="administration">
<p class="back">${renderBack(view)}</p>
<h1>${title}</h1>
${
  instruments.length === 0
    ? renderNothing(view)
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

/** Nothing was asked for, so nothing is asked. */
const nothingChosenPage = (view: HaltPlanView): PageContent => ({
  title: 'Choose at least one instrument',
  styles: ['admin.css'],
  body: html`<article class="administration">
<p class="back">${renderBack(view)}</p>
<h1>Choose at least one instrument</h1>
<p class="refusal" role="alert">Nothing was ticked, so nothing ${view.status === 'Halted' ? 'is halted' : 'is resumed'}.</p>
<p class="actions"><a class="button primary" href="/administration/halts">Choose from the list</a></p>
</article>`,
});

/** The query cannot be read. Where a symbol was typed, it stays. */
export function rejectedHaltPage(problem: Problem, _sent: unknown, { path }: PageContext): PageContent {
  const { searchParams } = new URL(path, 'http://here');
  const { fieldErrors } = toFormState(problem, {});
  const { symbol: fault, ...others } = fieldErrors;
  const status = searchParams.get('status') === 'Open' ? 'Open' : 'Halted';
  const form = {
    ...emptyForm,
    values: { symbol: searchParams.get('symbol') ?? '' },
    ...(fault !== undefined && { fieldErrors: { symbol: fault } }),
  };
  const messages = Object.values(others);
  return {
    title: 'Nothing was chosen',
    styles: ['admin.css', 'accounts.css', 'statements.css'],
    body: html`<article class="administration">
<p class="back"><a href="/administration/halts">All halts</a></p>
<h1>Nothing was chosen</h1>
${messages.length > 0 && html`<p class="refusal" role="alert">${messages.map(toSentence).join(' ')}</p>\n`}${renderSymbolForm(status, form)}
</article>`,
  };
}

type NamedInstrument = Readonly<{ id: number; symbol: string }>;

/** The only instrument that was named. */
function findOnly({ scope, instruments, others }: HaltPlanView): NamedInstrument | null {
  const [only = null, ...more] = [...instruments, ...others];
  return scope === 'instruments' && more.length === 0 ? only : null;
}

function renderBack(view: HaltPlanView): Html {
  const only = findOnly(view);
  return only === null
    ? html`<a href="/administration/halts">All halts</a>`
    : html`<a href="/instruments/${only.id}">Back to ${only.symbol}</a>`;
}

/** No instrument has the symbol that was typed. */
const isUnknown = ({ symbol, instruments, others }: HaltPlanView): boolean =>
  symbol !== null && instruments.length === 0 && others.length === 0;

function renderNothing(view: HaltPlanView): Html {
  if (view.symbol !== null && isUnknown(view)) return renderUnknownSymbol(view, view.symbol);
  const [only] = findOnly(view) === null ? [] : view.others;
  return html`<p class="refusal">${only === undefined ? describeNothing(view) : describeUnchanged(only)}</p>${only?.status === 'Halted' && html`\n<p class="actions"><a class="button" href="/administration/halts/confirmation?status=Open&amp;instrument_ids=${only.id}">Resume trading in ${only.symbol} …</a></p>`}`;
}

const renderUnknownSymbol = ({ status }: HaltPlanView, symbol: string): Html =>
  renderSymbolForm(status, {
    ...emptyForm,
    values: { symbol },
    fieldErrors: { symbol: `No instrument that is traded has the symbol ${symbol}.` },
  });

const describeNothing = ({ status }: HaltPlanView): string =>
  status === 'Halted' ? 'Nothing is open there that could be halted.' : 'Nothing is halted there.';

function describeUnchanged({ status, status_reason: reason }: HaltPlanView['others'][number]): string {
  if (status === 'Halted') return `It is already halted${quoteReason(reason)}`;
  if (status === 'Open') return 'It is not halted.';
  return status === 'Expired' ? 'It has expired and is no longer traded.' : 'It is closed, and takes no orders.';
}

function describeScope(view: HaltPlanView): string {
  if (view.scope === 'venue') return 'the whole venue';
  if (view.scope === 'group') return view.group_name ?? '';
  if (isUnknown(view)) return 'which instrument';
  const [first, ...more] = view.instruments;
  return (
    findOnly(view)?.symbol ??
    view.symbol ??
    (first !== undefined && more.length === 0 ? first.symbol : `${view.instruments.length} instruments`)
  );
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
  return `${capitalizeFirst(count(instruments.length, 'instrument'))}: ${ordered}; ${holders === 0 ? 'no account holds' : holders === 1 ? 'one account holds' : `${holders} accounts hold`} a position.`;
}

const count = (quantity: number, noun: string): string => (quantity === 1 ? `one ${noun}` : `${quantity} ${noun}s`);

const renderHaltEffects = ({ working_orders: orders }: HaltPlanView): Html =>
  html`<li>Trading stops at once for all users, and no orders are accepted or modified.</li>
<li>${orders > 0 && 'Working orders stay where they are and keep their place in the queue; their owners can cancel. '}Stops do not trigger. No money moves.</li>
<li>The halt lasts until an administrator resumes trading, also over several sessions. Orders for the day lapse when their session closes, as every day. What is closed or halted already stays as it is.</li>`;

const renderResumptionEffects = ({ working_orders: orders }: HaltPlanView): Html =>
  html`<li>Orders are accepted and modified again while the session of each product is open.</li>
<li>${orders === 0 ? 'No orders wait there.' : 'Waiting orders can trade again at once, in time priority.'} The reasons of the halts end.</li>`;

function renderDecision(view: HaltPlanView, context: PageContext): Html {
  const { status } = view;
  const only = findOnly(view);
  return html`<form method="post" action="/instruments/statuses/new">
${renderFormToken(context)}
<input type="hidden" name="status" value="${status}">
${renderScope(view)}${status === 'Halted' && renderReasonField()}
<p class="actions"><button type="submit" class="${status === 'Halted' ? 'danger' : 'primary'}">${status === 'Halted' ? 'Halt' : 'Resume'} ${describeScope(view)}</button> <a class="button" href="${only === null ? '/administration/halts' : `/instruments/${only.id}`}">Cancel</a></p>
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

/** Why trading is halted: everybody who trades there reads it. */
const renderReasonField = (): Html =>
  renderInputField(
    {
      name: 'status_reason',
      label: 'Reason',
      hint: `Everybody who trades there reads it, in at most ${STATUS_REASON_MAX} characters. It is also in the audit log.`,
    },
    emptyForm,
  );
