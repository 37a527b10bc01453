import { errorPage } from '../../pages/error.page.js';
import { renderFormToken } from '../../pages/fields.page.js';
import { type Html, html } from '../../pages/html.js';
import type { FormErrorPage, PageContent, PageContext } from '../../pages/page.js';
import {
  COLUMN_ORDERS,
  type ColumnOrder,
  DESK_PANELS,
  type DeskPanel,
  type DeskPanels,
  PANEL_SIZES,
  type PanelSize,
  SIZED_PARTS,
  type SizedPart,
} from './desk-panels.js';

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
export function deskPanelsPage({ order, shown, sizes, back }: DeskPanelsView, context: PageContext): PageContent {
  return {
    title: 'Panels',
    styles: ['panels.css'],
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
<fieldset class="field"><legend>Sizes in a wide window</legend>
${SIZED_PARTS.map((part) => renderSizes(part, sizes[part]))}</fieldset>
<p class="actions"><button type="submit" class="primary">Arrange</button> <a class="button" href="${back}">Cancel</a></p>
</form>
</article>`,
  };
}

const sizeNames: Readonly<Record<SizedPart, Readonly<{ title: string; names: Readonly<Record<PanelSize, string>> }>>> =
  {
    book: { title: 'Book', names: { small: 'Narrow', medium: 'Medium', large: 'Wide' } },
    ticket: { title: 'Ticket', names: { small: 'Narrow', medium: 'Medium', large: 'Wide' } },
    holdings: { title: 'Position and working orders', names: { small: 'Low', medium: 'Medium', large: 'High' } },
  };

/** A group of its own for screen readers; the chart takes the space that the others leave. */
function renderSizes(part: SizedPart, chosen: PanelSize): Html {
  const { title, names } = sizeNames[part];
  return html`<div class="sizes" role="radiogroup" aria-labelledby="size-${part}"><span id="size-${part}">${title}</span> ${PANEL_SIZES[part].map((size) => renderChoice('radio', part, size, { label: names[size], isChosen: size === chosen }))}</div>
`;
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
