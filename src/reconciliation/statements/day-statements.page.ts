import { exchangeListPage } from '../../accounts/exchange-lists.page.js';
import { renderAccountCell } from '../../pages/name-cells.page.js';
import { renderInputField, toFormState } from '../../pages/fields.page.js';
import { type Html, html } from '../../pages/html.js';
import { renderMarketMakerChoice } from '../../pages/choices.page.js';
import type { FormErrorPage, PageContent, PageContext } from '../../pages/page.js';
import { renderText, type TableColumn } from '../../pages/table.page.js';
import { sumColumnsByCurrency } from '../../pages/table-totals.js';
import { addDays } from './statement-dates.js';
import type { DayStatementsView, DayStatementView } from './daily-statement.view.js';

const PATH = '/accounts/statements';

/** All accounts at the close of a date, each with the way to its statement. */
export function dayStatementsPage(statements: DayStatementsView, context: PageContext): PageContent {
  const { asOf = '', isToday = false } = statements;
  const { searchParams } = new URL(context.path, 'http://here');
  const [account, choice] = [searchParams.get('account') ?? '', searchParams.get('market_maker') ?? ''];
  return exchangeListPage(
    {
      title: `Statements of ${asOf}`,
      lead: html`Accounts at the close of <time datetime="${asOf}">${asOf}</time>${statements.some(({ final: isFinal }) => !isFinal) && html`. <span class="badge warn">not final</span> A session of this date is open or yet to open; its trades are not included.`}`,
      none: account === '' ? 'There was no account at this close.' : `No accounts of this date match “${account}”.`,
      table: 'day-statements',
      rows: statements,
      // By it a script knows the figures of one account from those of the next.
      rowOf: ({ acct_id: acctId }) => html` id="account-${acctId}"`,
      above: html`${renderSearch({ asOf, isToday, account, choice }, context)}${renderMarketMakerChoice(statements.marketMaker, context.path)}`,
      totalsOf: (rows) => sumColumnsByCurrency(rows, ['net_liq', 'cash_balance', 'day_pnl', 'day_realised_pnl']),
      columns: createColumns(context),
      isStatement: true,
      ...(statements.length > 0 && {
        below: html`<p class="actions"><button type="button" data-print hidden>Print</button></p>`,
      }),
    },
    context,
  );
}

/** There are no statements of that date: another one can be chosen where it was. */
export const rejectedDayPage: FormErrorPage = (problem, _sent, context) => {
  const { searchParams } = new URL(context.path, 'http://here');
  const form = toFormState(problem, { as_of: searchParams.get('as_of') ?? '' });
  return {
    ...exchangeListPage(
      {
        title: 'Statements of a date',
        none: problem.status === 422 ? problem.detail : 'There are no statements of this date.',
        table: 'day-statements',
        rows: [],
        columns: [],
        above: html`<form class="search span" method="get" action="${PATH}" role="search">
${renderInputField({ name: 'as_of', label: 'Date', type: 'date' }, form)}
<p class="actions"><button type="submit">Show</button> <a class="button" href="${PATH}">Last date</a></p>
</form>`,
      },
      context,
    ),
  };
};

/** The date and the accounts to show, and the days before and after. */
type Choice = Readonly<{ asOf: string; isToday: boolean; account: string; choice: string }>;

function renderSearch({ asOf, isToday, account, choice }: Choice, { isAdministrator }: PageContext): Html {
  const toUrl = (date: string, containing: string): string =>
    `${PATH}?${new URLSearchParams({ as_of: date, ...(containing !== '' && { account: containing }), ...(choice !== '' && { market_maker: choice }) })}`;
  const [before, after] = [addDays(asOf, -1), addDays(asOf, 1)];
  return html`<form class="search" method="get" action="${PATH}" role="search">${choice !== '' && html`<input type="hidden" name="market_maker" value="${choice}">`}
<div class="field"><label for="as_of">Date</label><input id="as_of" name="as_of" type="date" value="${asOf}"></div>
<div class="field"><label for="account">Account</label><input type="search" id="account" name="account" value="${account}" maxlength="100" autocomplete="off" placeholder="${isAdministrator ? 'Owner, name or number' : 'Name or number'}"></div>
<p class="actions"><button type="submit">Show</button>${account !== '' && html` <a class="button" href="${toUrl(asOf, '')}">Show all</a>`} <a class="button" href="${toUrl(before, account)}">Before: ${before}</a>${!isToday && html` <a class="button" href="${toUrl(after, account)}">After: ${after}</a>`}</p>
</form>`;
}

const createColumns = (context: PageContext): readonly TableColumn<DayStatementView>[] => [
  { title: 'Account', isFixed: true, cell: (one) => renderAccountCell(one.acct_id, context) },
  { title: 'Currency', cell: ({ currency }) => renderText(currency) },
  { title: 'Net liquidation', key: 'net_liq', money: (one) => one.net_liq },
  { title: 'Cash', key: 'cash_balance', money: (one) => one.cash_balance },
  { title: 'P&L of the day', key: 'day_pnl', gain: (one) => one.day_pnl },
  { title: 'Realized', key: 'day_realised_pnl', gain: (one) => one.day_realised_pnl },
  {
    title: 'Open breaks',
    isFigure: true,
    cell: ({ acct_id: acctId, open_breaks: count }) =>
      count === 0
        ? renderText(null)
        : html`<a class="badge bad" href="/reconciliation/breaks?acct_id=${acctId}">${count}</a>`,
  },
  {
    title: 'Details',
    key: 'way',
    cell: ({ acct_id: acctId, as_of: asOf }) =>
      html`<a href="/accounts/${acctId}/statement?as_of=${asOf}">Statement<span class="hidden"> of account ${acctId}</span></a>`,
  },
];
