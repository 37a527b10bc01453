import { html } from '../../http/html.js';
import type { PageContent, Visit } from '../../http/page.js';
import { text } from '../../http/table.page.js';
import { listPage } from '../exchange-lists.page.js';
import type { PositionView } from './position.view.js';

export function positionsPage(positions: readonly PositionView[], visit: Visit): PageContent {
  return listPage(
    {
      title: 'Positions',
      lead: 'What your accounts hold, and what it is worth now.',
      none: 'There are no positions.',
      rows: positions,
      columns: [
        { title: 'Account', cell: (position) => html`<a href="/accounts/${position.acct_id}">${position.acct_id}</a>` },
        { title: 'Instrument', cell: (position) => html`<a href="/instruments/${position.instrument_id}">${position.instrument_id}</a>` },
        { title: 'Quantity', figure: ({ quantity }) => quantity },
        { title: 'Average', figure: (position) => position.average_price },
        { title: 'Mark', figure: (position) => position.mark_price },
        { title: 'Marked by', cell: (position) => text(position.mark_source) },
        { title: 'Realised', figure: (position) => position.realised_pnl },
        { title: 'Unrealised', figure: (position) => position.unrealised_pnl },
        { title: 'Currency', cell: ({ currency }) => text(currency) },
        { title: 'Counted from', cell: ({ reference }) => (reference === null ? text('first trade') : html`<time datetime="${reference.as_of}">${reference.as_of}</time>`) },
      ],
    },
    visit,
  );
}
