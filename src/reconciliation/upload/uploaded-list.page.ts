import { describeAccountTerms, renderAccountName } from '../../accounts/exchange-lists.page.js';
import { renderInstrumentCell } from '../../pages/name-cells.page.js';
import { type Html, html } from '../../pages/html.js';
import { toInstrumentPrice } from '../../pages/number-format.js';
import { formatMoney } from '../../pages/money.page.js';
import type { PageContext } from '../../pages/page.js';
import { renderNumber, renderTable } from '../../pages/table.page.js';
import type { BreakChanges } from './break-changes.js';
import type { UploadView } from './upload.view.js';

type UploadedList = UploadView['lists'][number];
type UploadedLine = UploadedList['position'][number];

/** A list of positions that an upload would post: what differs from the books, and what the position becomes. */
export function renderUploadedList(list: UploadedList, context: PageContext): Html {
  return html`<h2><a href="/accounts/${list.acct_id}">${renderAccountName(list.acct_id, context)}</a>, account ${list.acct_id}${describeAccountTerms(list.acct_id, context)}, close of <time datetime="${list.as_of}">${list.as_of}</time></h2>
<p>${list.rows === 0 ? 'No positions.' : list.rows === 1 ? 'One instrument.' : `${list.rows} instruments.`} ${list.is_correction ? html`<span class="badge warn">replaces the list of that date</span>` : html`<span class="badge good">new</span>`} ${list.is_live ? 'The account’s positions are counted from this list after the import.' : 'There is a list of a later date already. This one is saved and compared with the books.'}</p>
${renderBreakChanges(list)}${list.is_live && renderWorth(list)}
${
  list.position.length > 0 &&
  renderTable(
    `Positions of account ${list.acct_id}, ${list.as_of}`,
    list.position,
    [
      { title: 'Instrument', cell: (one) => renderInstrumentCell(one.instrument_id, context) },
      { title: 'Difference', isFigure: true, cell: renderDifference },
      { title: 'New list', count: ({ quantity }) => quantity },
      { title: 'Our books', count: ({ books }) => books },
      ...(list.is_correction ? [{ title: 'Current list', count: ({ before }: UploadedLine) => before }] : []),
      ...(list.is_live ? [{ title: 'Position', isFigure: true, cell: renderHeldQuantity }] : []),
      { title: 'Price', isFigure: true, cell: (one) => renderPrice(one, context) },
      {
        title: 'Line',
        isFigure: true,
        cell: ({ line }) => (line === null ? html`<span class="was">omitted</span>` : html`${line}`),
      },
    ],
    {
      areCards: true,
      rowAttributes: ({ difference, before, quantity, held_now: now, held_then: then, far_from: farFrom }) =>
        html`${difference === 0 && before === quantity && now === then && farFrom === null && html` class="nochange"`}`,
    },
  )
}
${list.left_out > 0 && html`<p>And ${list.left_out} more instruments.</p>`}
${renderUnpriced(list, context)}`;
}

/** A list that comes late also changes the breaks of the list after it. */
const renderBreakChanges = ({ break_changes: { own, later } }: UploadedList): Html =>
  html`<p>This list: ${describeBreakChanges(own) ?? 'no break opened, changed or closed'}.${later.opened + later.changed + later.closed > 0 && html` <span class="badge warn">On later lists: ${describeBreakChanges(later)}</span>`}</p>
`;

/** Null where nothing changes. */
export function describeBreakChanges({ opened, changed, closed }: BreakChanges): string | null {
  const counts = [
    [opened, 'opened'],
    [changed, 'changed'],
    [closed, 'closed'],
  ] as const;
  const [first, ...more] = counts.filter(([count]) => count > 0);
  if (first === undefined) return null;
  const [count, change] = first;
  return [`${count} ${count === 1 ? 'break' : 'breaks'} ${change}`, ...more.map((one) => one.join(' '))].join(', ');
}

const NAMED = 5;

/** The page of that day says the same of the price that it shows. */
function renderUnpriced({ unpriced, as_of: asOf }: UploadedList, { getName }: PageContext): Html | null {
  if (unpriced.length === 0) return null;
  const named = unpriced.slice(0, NAMED).map((id) => getName('instrument_id', id));
  const more = unpriced.length - named.length;
  return html`<p class="hint">No closing price up to ${asOf} is known of ${named.join(', ')}${more > 0 && ` and ${more} more`}: ${unpriced.length === 1 ? 'the position is' : 'these positions are'} counted from the ${unpriced.length === 1 ? 'price' : 'prices'} of the list.</p>`;
}

/** What the account is worth now and after the import, at the prices of now. */
const renderWorth = ({ currency, net_liq: netLiq, cash_balance: cash }: UploadedList): Html =>
  html`<p>Net liquidation value ${renderChange(netLiq, currency)}, cash ${renderChange(cash, currency)}. <span class="hint">At the prices of now; without new money values</span></p>
`;

function renderChange({ before, after }: UploadedList['net_liq'], currency: string): Html {
  const [now, then] = [formatMoney(before.rawJSON, currency), formatMoney(after.rawJSON, currency)];
  return now === then
    ? html`<span class="figure">${now}</span> stays`
    : html`<span class="figure"><span class="was">${now}</span><span class="arrow" aria-hidden="true">→</span><span class="hidden"> then </span><strong>${then}</strong></span>`;
}

function renderDifference({ difference, is_accepted: isAccepted }: UploadedLine): Html {
  if (difference === 0) return html`<span class="badge good">agrees</span>`;
  const signed = `${difference > 0 ? '+' : ''}${difference}`;
  return isAccepted
    ? html`<span class="badge good">${signed}: accepted</span> <span class="was">no break</span>`
    : html`<span class="badge bad">${signed}: break</span>`;
}

/** A price that is far from the market's is probably a typing error. It may still be an average. */
function renderPrice({ instrument_id: id, price, far_from: farFrom }: UploadedLine, context: PageContext): Html {
  const shown = renderNumber(toInstrumentPrice(context, id, price));
  return farFrom === null
    ? html`<span class="figure">${shown}</span>`
    : html`<span class="figure">${shown}</span> <span class="badge warn">far from the market, ${renderNumber(toInstrumentPrice(context, id, farFrom))}</span>`;
}

function renderHeldQuantity({ held_now: now, held_then: then }: UploadedLine): Html {
  return now === then
    ? html`<span class="figure">${renderNumber(now)}</span>`
    : html`<span class="figure"><span class="was">${renderNumber(now)}</span><span class="arrow" aria-hidden="true">→</span><span class="hidden"> then </span><strong>${renderNumber(then)}</strong></span>`;
}
