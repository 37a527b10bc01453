import { html } from '../http/html.js';
import type { PageContent, Visit } from '../http/page.js';
import { text } from '../http/table.page.js';
import type { ProductGroupView } from './product-group.view.js';
import { listPage } from './reference-lists.page.js';
import { sessionState } from './session.page.js';

export function productGroupsPage(groups: readonly ProductGroupView[], visit: Visit): PageContent {
  return listPage(
    {
      title: 'Product groups',
      lead: 'What trades together: one exchange, one currency, the same hours, holidays and margins.',
      rows: groups,
      make: ['/productgroups/new', 'New group'],
      columns: [
        { title: 'Symbol', cell: ({ id, symbol }) => html`<a href="/productgroups/${id}">${symbol}</a>` },
        { title: 'Name', cell: ({ name }) => text(name) },
        { title: 'Exchange', cell: ({ exchange }) => text(exchange) },
        { title: 'Products', figure: ({ products }) => products.length },
        { title: 'Now', cell: ({ session }) => sessionState(session) },
        { title: 'Currency', cell: ({ currency }) => text(currency) },
        { title: 'Initial margin', money: (group) => group.initial_margin },
        { title: 'Maintenance', money: (group) => group.maintenance_margin },
      ],
    },
    visit,
  );
}
