import { html } from '../pages/html.js';
import type { PageContent, PageContext } from '../pages/page.js';
import { renderText } from '../pages/table.page.js';
import type { ProductGroupView } from './product-group.view.js';
import { referenceListPage } from './reference-lists.page.js';
import { renderSessionState } from './session.page.js';

export function productGroupsPage(groups: readonly ProductGroupView[], context: PageContext): PageContent {
  return referenceListPage(
    {
      title: 'Product groups',
      lead: 'Products of one exchange and currency with the same hours, holidays and margins.',
      rows: groups,
      createLink: ['/productgroups/new', 'New group'],
      columns: [
        { title: 'Symbol', cell: ({ id, symbol }) => html`<a href="/productgroups/${id}">${symbol}</a>` },
        { title: 'Name', cell: ({ name }) => renderText(name) },
        { title: 'Exchange', cell: ({ exchange }) => renderText(exchange) },
        { title: 'Products', figure: ({ products }) => products.length },
        { title: 'Now', cell: ({ session }) => renderSessionState(session) },
        { title: 'Currency', cell: ({ currency }) => renderText(currency) },
        { title: 'Initial margin', money: (group) => group.initial_margin },
        { title: 'Maintenance', money: (group) => group.maintenance_margin },
      ],
    },
    context,
  );
}
