import { errorPage } from '../../pages/error.page.js';
import { renderFormToken } from '../../pages/fields.page.js';
import { type Html, html } from '../../pages/html.js';
import type { FormErrorPage, PageContent, PageContext } from '../../pages/page.js';
import { COLUMN_ORDERS, type ColumnOrder, DESK_PANELS, type DeskPanel, type DeskPanels } from './desk-panels.js';

export type DeskPanelsView = DeskPanels & Readonly<{ back: string }>;

const panelNames: Readonly<Record<DeskPanel, string>> = {
  chart: 'Chart',
  holdings: 'Position and working orders',
  book: 'Book',
  trades: 'Last trades',
  ticket: 'Ticket',
};

const columnNames: Readonly<Record<string, string>> = { market: 'chart', book: 'book', ticket: 'ticket' };

const describeOrder = (order: ColumnOrder): string =>
  order
    .split('-')
    .map((column) => columnNames[column] ?? column)
    .join(' · ');

/** Which panels an instrument's page shows in this browser, and in which order of columns. */
export function deskPanelsPage({ order, shown, back }: DeskPanelsView, context: PageContext): PageContent {
  return {
    title: 'Panels',
    body: html`<article class="reference">
<p class="back"><a href="${back}">Back</a></p>
<h1>Panels</h1>
<p class="lead">How the page of every instrument is arranged in this browser.</p>
<form method="post" action="/desk/panels">
${renderFormToken(context)}
<input type="hidden" name="back" value="${back}">
<fieldset class="field"><legend>Columns, from left to right</legend>
<div class="several">${COLUMN_ORDERS.map((one) => renderChoice('radio', 'order', one, { label: describeOrder(one), isChosen: one === order }))}</div>
</fieldset>
<fieldset class="field"><legend>Show</legend>
<div class="several">${DESK_PANELS.map((one) => renderChoice('checkbox', 'show', one, { label: panelNames[one], isChosen: shown.has(one) }))}</div>
</fieldset>
<p class="actions"><button type="submit" class="primary">Arrange</button> <a class="button" href="${back}">Cancel</a></p>
</form>
</article>`,
  };
}

const renderChoice = (
  type: 'radio' | 'checkbox',
  name: string,
  value: string,
  { label, isChosen }: Readonly<{ label: string; isChosen: boolean }>,
): Html =>
  html`<label><input type="${type}" name="${name}" value="${value}"${isChosen && ' checked'}> ${label}</label>\n`;

/** No browser sends anything else. */
export const rejectedPanelsPage: FormErrorPage = (problem, _, context) => errorPage(problem, context);
