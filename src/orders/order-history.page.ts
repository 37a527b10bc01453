import { html } from '../http/html.js';
import type { PageContent, Visit } from '../http/page.js';
import { onBehalfWords } from './on-behalf.page.js';
import type { OrderStepView, ToldSteps } from './order-step.view.js';
import { stateBadge } from './orders.page.js';
import { type Column, text } from '../http/table.page.js';
import { when } from '../http/moment.page.js';
import { priceFigure, tradedIn } from '../http/price-text.js';
import { listing } from './trading-lists.page.js';

export function orderHistoryPage(steps: ToldSteps, visit: Visit): PageContent {
  const [, id = ''] = /^\/orders\/(\d+)\//.exec(visit.path) ?? [];
  const filters = html`<p><a href="/orders/${id}">Order ${id}</a></p>`;
  return listing(
    {
      title: `History of order ${id}`,
      lead: 'Every step of its life, from the first.',
      rows: steps,
      columns: columnsFor(steps, visit),
      filters,
    },
    visit,
  );
}

function behalfIn({ type, user_id: user, acting_user_id: acting }: OrderStepView, visit: Visit): string | null {
  if (user === null || acting === null || user === acting) return null;
  return onBehalfWords(
    type === 'OrderCancelled' ? 'canceled' : type === 'OrderModified' ? 'changed' : 'placed',
    { user_id: user, acting_user_id: acting },
    visit,
  );
}

function columnsFor({ instrument_id: id }: ToldSteps, visit: Visit): readonly Column<OrderStepView>[] {
  const decimals = id === undefined ? 0 : tradedIn(visit, id).decimals;
  return [
    { title: 'Step', figure: ({ revision }) => revision },
    { title: 'Version', figure: ({ version }) => version },
    { title: 'Time', cell: ({ time }) => when(time) },
    { title: 'Step', cell: ({ type }) => html`${type}` },
    { title: 'State', cell: stateBadge },
    { title: 'Good', cell: (step) => html`${step.time_in_force}` },
    { title: 'Limit', figure: (step) => priceFigure(step.limit_price, decimals) },
    { title: 'Stop', figure: (step) => priceFigure(step.stop_price, decimals) },
    { title: 'Quantity', figure: ({ quantity }) => quantity },
    { title: 'Filled', figure: (step) => step.filled_quantity },
    { title: 'Average', figure: (step) => priceFigure(step.average_price, decimals) },
    { title: 'Because', cell: (step) => text(step.cancel_reason ?? step.reject_code) },
    { title: 'Trade', figure: (step) => step.trade_id },
    { title: 'Action', figure: (step) => step.action_id },
    { title: 'On behalf', cell: (step) => text(behalfIn(step, visit)) },
  ];
}
