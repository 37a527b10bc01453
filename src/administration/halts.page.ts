import { renderFormToken } from '../http/fields.page.js';
import { type Html, html } from '../http/html.js';
import type { PageContent, PageContext } from '../http/page.js';
import type { HaltView } from './halts.view.js';

/** A halt meets everybody at once, so what it does to orders and money is said before. */
export function haltPage(view: HaltView, visit: PageContext): PageContent {
  const { id, symbol, working_orders: orders, day_orders: day } = view;
  return {
    title: `Halt ${symbol}?`,
    styles: ['admin.css'],
    body: html`<article class="administration">
<p class="back"><a href="/instruments/${id}">Back to ${symbol}</a></p>
<h1>Halt ${symbol}?</h1>
<p class="lead">${view.product_name}. ${concerned(view)}</p>
${
  view.status === 'Halted'
    ? html`<p class="refusal">It is halted already.</p>\n<p class="actions"><a class="button" href="/administration/instruments/${id}/resumption">Let ${symbol} trade again …</a></p>`
    : html`<h2>What happens at once</h2>
<ul>
<li>Nothing trades in ${symbol} any more, and no order is accepted or changed, from anybody.</li>
<li>${orders === 0 ? 'No order works there at the moment.' : html`<strong>The ${working(orders)} stay${orders === 1 ? 's' : ''} where ${orders === 1 ? 'it is' : 'they are'}</strong> and keep${orders === 1 ? 's its' : ' their'} place in the queue. ${orders === 1 ? 'Its owner' : 'Their owners'} can cancel.`}</li>
<li>Stops do not trigger. No money moves; positions and margins stay as they are.</li>
</ul>
<h2>What happens later</h2>
<ul>
<li>A halt outlives the night: it ends when you let trading go on, and by nothing else.</li>
<li>${day === 0 ? 'No order lapses with the session.' : html`If it is still halted when the session closes, ${day === 1 ? 'one order' : html`${day} orders`} for the day laps${day === 1 ? 'es' : 'e'} then, as every day.`}</li>
</ul>
${decision(view, visit, { status: 'Halted', label: `Halt ${symbol}`, kind: 'danger' })}`
}
</article>`,
  };
}

export function resumptionPage(view: HaltView, visit: PageContext): PageContent {
  const { id, symbol, working_orders: orders } = view;
  return {
    title: `Let ${symbol} trade again?`,
    styles: ['admin.css'],
    body: html`<article class="administration">
<p class="back"><a href="/instruments/${id}">Back to ${symbol}</a></p>
<h1>Let ${symbol} trade again?</h1>
<p class="lead">${view.product_name}. ${concerned(view)}</p>
${
  resumable(view) ??
  html`<ul>
<li>From that moment on orders are accepted and changed again, while the session of its product is open.</li>
<li>${orders === 0 ? 'No order waits there.' : html`The ${working(orders)} ${orders === 1 ? 'is' : 'are'} good at once, in the order in which ${orders === 1 ? 'it' : 'they'} came. Who does not want that any more ought to have canceled.`}</li>
</ul>
${decision(view, visit, { status: 'Open', label: `Let ${symbol} trade`, kind: 'primary' })}`
}
</article>`,
  };
}

function resumable({ status }: HaltView): Html | null {
  if (status === 'Open') return html`<p class="refusal">It is not halted: it trades already.</p>`;
  return status === 'Expired' ? html`<p class="refusal">It has expired, and does not trade again.</p>` : null;
}

const working = (orders: number): string => (orders === 1 ? 'one working order' : `${orders} working orders`);

function concerned({
  working_orders: orders,
  waiting_stops: stops,
  accounts_with_orders: owners,
  accounts_with_positions: holders,
}: HaltView): string {
  const ordered =
    orders === 0
      ? 'No order works in it'
      : `${orders === 1 ? 'One order' : `${orders} orders`} of ${owners === 1 ? 'one account' : `${owners} accounts`} ${orders === 1 ? 'works' : 'work'} in it${stops > 0 ? `, ${stops} of them as stops` : ''}`;
  return `${ordered}; ${holders === 1 ? 'one account holds' : `${holders === 0 ? 'no account' : `${holders} accounts`} hold${holders === 0 ? 's' : ''}`} a position.`;
}

type Decision = Readonly<{ status: 'Halted' | 'Open'; label: string; kind: 'danger' | 'primary' }>;

/** The version says for which state of the instrument the decision was made: who decided at the same time is not overruled unseen. */
function decision({ id, version, symbol }: HaltView, visit: PageContext, { status, label, kind }: Decision): Html {
  return html`<form method="post" action="/instruments/${id}?_method=PUT" class="actions">
${renderFormToken(visit)}
<input type="hidden" name="status" value="${status}">
<input type="hidden" name="expected_version" value="${version}">
<input type="hidden" name="_symbol" value="${symbol}">
<button type="submit" class="${kind}">${label}</button>
<a class="button" href="/instruments/${id}">Leave it</a>
</form>`;
}
