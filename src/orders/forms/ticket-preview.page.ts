import { countDecimals } from '../../money/decimal.js';
import { formatPrice } from '../../money/price-text.js';
import { type Html, html } from '../../pages/html.js';
import { formatExactMoney } from '../../pages/money.page.js';
import { toDigits } from '../../pages/number-format.js';
import type { PageContent, PageContext } from '../../pages/page.js';
import type { PreviewView } from '../actions/order-action-preview.view.js';
import { describeReasonWithFigures } from '../rejection-text.js';
import { parseTicket } from './order-form-state.js';
import { orderTicketPage } from './order-ticket.page.js';

/** A ticket with what would become of it. `values` is the form as it was sent, with what the ticket was shown with. */
export type TicketPreviewView = Readonly<{ preview: PreviewView; values: Readonly<Record<string, string>> }>;

/** The ticket again with its entries, and the preview above its button. */
export function ticketPreviewPage({ preview, values }: TicketPreviewView, context: PageContext): PageContent {
  const ticket = parseTicket(values['_ticket']);
  const shown = renderTicketPreview(preview, countDecimals(ticket?.instrument?.tick_size ?? ''));
  if (ticket === null)
    return {
      title: 'Preview',
      styles: ['ticket.css'],
      body: html`<article class="ticket-page">\n<h1>Preview</h1>\n${shown}\n</article>`,
    };
  return orderTicketPage(
    { ...ticket, choices: [], has_more_choices: false, misfit: null, barred: [], values, is_unsent: false },
    context,
    { values, fieldErrors: {}, formError: null, preview: shown },
  );
}

/** What would become of the order, what it is worth and what margin it needs. */
function renderTicketPreview(preview: PreviewView, decimals: number): Html {
  const { problem, notional, margin, position, currency } = preview;
  if (problem !== null)
    return html`<p class="refusal">It would be rejected: ${describeReasonWithFigures(problem.detail, problem, decimals)}</p>`;
  const money = (amount: number | null | undefined, absent: string): string => {
    const digits = toDigits(amount);
    return digits === null ? absent : `${formatExactMoney(digits, currency ?? undefined)} ${currency ?? ''}`;
  };
  const facts: readonly (readonly [string, string])[] = [
    ['Order value', money(notional, 'at the market price')],
    ['Margin required', money(margin?.required, 'none')],
    ['Available after', money(margin?.available_after, 'no limit')],
    ['Position after', position === null ? '–' : describePosition(position)],
    ['Fees', 'none'],
  ];
  return html`<p class="message info">${describeOutcome(preview, decimals)}</p>
<dl class="figures">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** Working orders included where they could make it larger. */
function describePosition({
  quantity_after: quantity,
  worst_case_after: most,
}: NonNullable<PreviewView['position']>): string {
  return Math.abs(most) > Math.abs(quantity) ? `${quantity}, at most ${Math.abs(most)}` : String(quantity);
}

function describeOutcome(
  { replayed, order, taken_quantity: taken, taken_average_price: price }: PreviewView,
  decimals: number,
): string {
  if (replayed) return 'This ticket was already sent: sending it again places no second order.';
  const rest = order?.leaves_quantity ?? 0;
  const trades =
    taken > 0
      ? `${taken} would trade at once at ${formatPrice(toDigits(price), decimals)}`
      : 'Nothing would trade at once';
  if (rest > 0) return `${trades}; ${rest} would wait.`;
  if (order?.status !== 'Cancelled') return `${trades}.`;
  return taken > 0 ? `${trades}; the rest would be canceled.` : `${trades}: the order would be canceled.`;
}
