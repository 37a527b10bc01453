import { renderMarketNavigation } from '../marketdata/market-pages.page.js';
import { emptyForm, type FormState, renderFormToken } from '../pages/fields.page.js';
import { type Html, html } from '../pages/html.js';
import type { PageContent, PageContext } from '../pages/page.js';
import { renderTable, type TableColumn } from '../pages/table.page.js';
import { renderTimestamp } from '../pages/timestamp.page.js';
import { renderAlertForms, toStyles } from './alert-form.page.js';
import type { AlertMarket } from './alert-terms.js';
import type { AlertsPageView, AlertView, ListedAlertView } from './alert.view.js';
import { renderTerms, renderTriggerPrice } from './alert.page.js';

/** Of those that have triggered, the newest. */
const TRIGGERED_MAX = 20;

/** What has triggered, what waits, and the forms for new alerts. A script shows each new trigger on all pages. */
export function alertsPage(alerts: AlertsPageView, context: PageContext): PageContent {
  const { market = null } = alerts;
  const triggered = alerts
    .filter(({ notice }) => notice !== null)
    .sort((one, other) => Number(other.notice) - Number(one.notice))
    .slice(0, TRIGGERED_MAX);
  const active = alerts.filter(({ state }) => state === 'Active');
  const canceled = alerts.filter(({ state }) => state === 'Cancelled');
  return {
    title: 'Alerts',
    styles: [...toStyles(context), 'cards.css'],
    body: html`<article class="listing alerts">
${market !== null && renderWayBack(market, context)}<h1>Alerts</h1>
${renderMarketNavigation(context.path)}
${renderAlertForms(context, toPrefilledForm(context), market)}
<div id="alert-lists">
${triggered.length > 0 && html`<h2>Triggered</h2>\n${renderTable('Triggered alerts', triggered, createTriggeredColumns(context), { areCards: true, rowAttributes: ({ notice }) => html` data-notice="${notice}"` })}`}
<h2>Active</h2>
${active.length === 0 ? html`<p class="empty">No active alerts.</p>` : renderTable('Active alerts', active, createActiveColumns(context), { areCards: true })}
${canceled.length > 0 && html`<h2>Canceled</h2>\n${renderTable('Canceled alerts', canceled, createCanceledColumns(context), { areCards: true })}`}
</div>
<p class="hint">An alert appears on every open page and goes to your <a href="/webhooks">webhooks</a> as an event <code>alert</code>.</p>
<p data-sound></p>
</article>`,
  };
}

const renderWayBack = ({ instrumentId: id }: AlertMarket, { getName }: PageContext): Html =>
  html`<p class="back"><a href="/desk/${id}">Back to ${getName('instrument_id', id)}</a></p>\n`;

/** From the page of an instrument, its symbol is filled in. */
function toPrefilledForm(context: PageContext): FormState {
  const id = Number(new URL(context.path, 'http://here').searchParams.get('instrument_id'));
  if (!Number.isSafeInteger(id) || id <= 0) return emptyForm;
  return { ...emptyForm, values: { symbol: context.getName('instrument_id', id) } };
}

type Columns = readonly TableColumn<ListedAlertView>[];

const createTriggeredColumns = (context: PageContext): Columns => [
  { title: 'Alert', cell: (alert) => renderTerms(alert, context) },
  { title: 'Price', isFigure: true, cell: (alert) => renderTriggerPrice(alert, context) },
  { title: 'Time', cell: ({ triggered_at: at }) => html`${at !== null && renderTimestamp(at)}` },
  { title: 'Note', cell: ({ note }) => html`<span class="reason">${note}</span>` },
  {
    title: 'Actions',
    isPlain: true,
    cell: (alert) =>
      html`<div class="do">${alert.state !== 'Active' && renderButton(alert, { what: 'state', label: 'Arm again' }, context)}${renderButton(alert, { what: 'deletion', label: 'Delete' }, context)}</div>`,
  },
];

const createActiveColumns = (context: PageContext): Columns => [
  { title: 'Alert', cell: (alert) => renderTerms(alert, context) },
  { title: 'Repeats', cell: ({ repeat }) => html`${repeat ? 'yes' : 'no'}` },
  { title: 'Created', cell: ({ created_at: at }) => renderTimestamp(at) },
  { title: 'Note', cell: ({ note }) => html`<span class="reason">${note}</span>` },
  {
    title: 'Actions',
    isPlain: true,
    cell: (alert) => renderButton(alert, { what: 'state', label: 'Cancel' }, context),
  },
];

const createCanceledColumns = (context: PageContext): Columns => [
  { title: 'Alert', cell: (alert) => renderTerms(alert, context) },
  { title: 'Why', cell: ({ reason }) => html`${reason ?? 'You canceled it.'}` },
  { title: 'Note', cell: ({ note }) => html`<span class="reason">${note}</span>` },
  {
    title: 'Actions',
    isPlain: true,
    cell: (alert) =>
      html`<div class="do">${alert.reason === null && renderButton(alert, { what: 'state', label: 'Arm again' }, context)}${renderButton(alert, { what: 'deletion', label: 'Delete' }, context)}</div>`,
  },
];

function renderButton(
  { id, state }: AlertView,
  { what, label }: Readonly<{ what: 'state' | 'deletion'; label: string }>,
  context: PageContext,
): Html {
  const next = state === 'Active' ? 'Cancelled' : 'Active';
  return html`<form method="post" action="/alerts/${id}/${what}">${renderFormToken(context)}${what === 'state' && html`<input type="hidden" name="state" value="${next}">`}<button type="submit">${label}<span class="hidden"> alert ${id}</span></button></form>`;
}
