import { emptyForm, renderFormToken, renderInputField } from '../pages/fields.page.js';
import { type Html, html } from '../pages/html.js';
import { STATUS_REASON_MAX } from '../instruments/reference-definitions.js';
import { quoteReason } from '../engine/status-reason.js';
import type { PageContent, PageContext } from '../pages/page.js';
import type { HaltView } from './administration.view.js';

/** A halt affects all users, so its effects on orders and positions are shown before. */
export function haltPage(view: HaltView, context: PageContext): PageContent {
  const { id, symbol, working_orders: orders, day_orders: day } = view;
  return {
    title: `Halt ${symbol}?`,
    styles: ['admin.css'],
    body: html`<article class="administration">
<p class="back"><a href="/instruments/${id}">Back to ${symbol}</a></p>
<h1>Halt ${symbol}?</h1>
<p class="lead">${view.product_name}. ${describeImpact(view)}</p>
${
  view.status === 'Halted'
    ? html`<p class="refusal">It is already halted${quoteReason(view.status_reason)}</p>\n<p class="actions"><a class="button" href="/administration/instruments/${id}/resumption">Resume trading in ${symbol} …</a></p>`
    : html`<h2>Immediate effects</h2>
<ul>
<li>Trading in ${symbol} stops, and no orders are accepted or modified, for all users.</li>
<li>${orders === 0 ? 'It has no working orders.' : html`<strong>The ${describeWorkingOrders(orders)} stay${orders === 1 ? 's' : ''} where ${orders === 1 ? 'it is' : 'they are'}</strong> and keep${orders === 1 ? 's its' : ' their'} place in the queue. ${orders === 1 ? 'Its owner' : 'Their owners'} can cancel.`}</li>
<li>Stops do not trigger. No money moves; positions and margins stay as they are.</li>
</ul>
<h2>Later</h2>
<ul>
<li>A halt lasts until an administrator resumes trading, also over several sessions.</li>
<li>${day === 0 ? 'No order expires at the end of the session.' : html`If it is still halted when the session closes, ${day === 1 ? 'one order' : html`${day} orders`} for the day laps${day === 1 ? 'es' : 'e'} then, as every day.`}</li>
</ul>
${renderDecision(view, context, { status: 'Halted', label: `Halt ${symbol}`, kind: 'danger' })}`
}
</article>`,
  };
}

export function resumptionPage(view: HaltView, context: PageContext): PageContent {
  const { id, symbol, working_orders: orders } = view;
  return {
    title: `Resume trading in ${symbol}?`,
    styles: ['admin.css'],
    body: html`<article class="administration">
<p class="back"><a href="/instruments/${id}">Back to ${symbol}</a></p>
<h1>Resume trading in ${symbol}?</h1>
<p class="lead">${view.product_name}. ${describeImpact(view)}</p>
${
  renderResumeLink(view) ??
  html`<ul>
<li>Orders are accepted and modified again while the session of its product is open.</li>
<li>${orders === 0 ? 'It has no waiting orders.' : html`The ${describeWorkingOrders(orders)} can trade again at once, in time priority. Their owners can cancel them before.`}</li>
</ul>
${renderDecision(view, context, { status: 'Open', label: `Resume ${symbol}`, kind: 'primary' })}`
}
</article>`,
  };
}

function renderResumeLink({ status }: HaltView): Html | null {
  if (status === 'Open') return html`<p class="refusal">It is not halted.</p>`;
  return status === 'Expired' ? html`<p class="refusal">It has expired and is no longer traded.</p>` : null;
}

const describeWorkingOrders = (orders: number): string =>
  orders === 1 ? 'one working order' : `${orders} working orders`;

function describeImpact({
  working_orders: orders,
  waiting_stops: stops,
  accounts_with_orders: owners,
  accounts_with_positions: holders,
}: HaltView): string {
  const ordered =
    orders === 0
      ? 'It has no working orders'
      : `${orders === 1 ? 'One order' : `${orders} orders`} of ${owners === 1 ? 'one account' : `${owners} accounts`} ${orders === 1 ? 'works' : 'work'} in it${stops > 0 ? `, ${stops} of them as stops` : ''}`;
  return `${ordered}; ${holders === 1 ? 'one account holds' : `${holders === 0 ? 'no account' : `${holders} accounts`} hold${holders === 0 ? 's' : ''}`} a position.`;
}

type HaltDecision = Readonly<{ status: 'Halted' | 'Open'; label: string; kind: 'danger' | 'primary' }>;

/** The version prevents two administrators from overwriting each other's decision. */
function renderDecision(
  { id, version, symbol }: HaltView,
  context: PageContext,
  { status, label, kind }: HaltDecision,
): Html {
  return html`<form method="post" action="/instruments/${id}/change">
${renderFormToken(context)}
<input type="hidden" name="status" value="${status}">
<input type="hidden" name="expected_version" value="${version}">
<input type="hidden" name="_symbol" value="${symbol}">
${status === 'Halted' && renderReasonField()}
<p class="actions"><button type="submit" class="${kind}">${label}</button>
<a class="button" href="/instruments/${id}">Cancel</a></p>
</form>`;
}

/** Why trading is halted: everybody who trades there reads it. */
export const renderReasonField = (): Html =>
  renderInputField(
    {
      name: 'status_reason',
      label: 'Reason',
      hint: `Everybody who trades there reads it, in at most ${STATUS_REASON_MAX} characters. It is also in the audit log.`,
    },
    emptyForm,
  );
