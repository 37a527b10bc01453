import { html } from '../../http/html.js';
import type { PageContent, Visit } from '../../http/page.js';
import { time } from '../../http/scalar.page.js';
import { listPage, ofAccount } from '../exchange-lists.page.js';
import type { MoneyValueView } from './money-value.view.js';

export function moneyValuesPage(values: readonly MoneyValueView[], visit: Visit): PageContent {
  return listPage(
    {
      title: 'Money values',
      lead: 'What the back office says that the account was worth at the close of a date. Of several versions, the highest counts.',
      none: 'None were stated yet.',
      rows: values,
      columns: [
        { title: 'Close of', cell: (value) => html`<time datetime="${value.as_of}">${value.as_of}</time>` },
        { title: 'Version', figure: ({ version }) => version },
        { title: 'Cash balance', figure: (value) => value.cash_balance },
        { title: 'Net liquidation', figure: (value) => value.net_liq },
        { title: 'Posted (UTC)', cell: (value) => time(value.posted_at) },
        { title: 'By', cell: (value) => (value.posted_by === null ? html`the house` : html`user ${value.posted_by}`) },
      ],
      siblings: ofAccount(/^\/accounts\/(\d+)/.exec(visit.path)?.[1] ?? ''),
    },
    visit,
  );
}
