import { html } from '../http/html.js';
import type { PageContent, Visit } from '../http/page.js';
import { resourcePage } from '../http/resource.page.js';
import type { OrderView } from './order.view.js';

/** All of its facts, and the ways from there: what happened to it, what it got, and who gave which action. */
export function orderPage(order: OrderView, visit: Visit): PageContent {
  const { body } = resourcePage(order, visit);
  return {
    title: `Order ${order.id}`,
    body: html`${body}
<nav class="siblings" aria-label="Order ${order.id}"><ul>
<li><a href="/orders/${order.id}/history">History</a></li>
<li><a href="/fills?order_id=${order.id}">Fills</a></li>
<li><a href="/orderactions?order_id=${order.id}">Actions</a></li>
<li><a href="/orders">All orders</a></li>
</ul></nav>`,
  };
}
