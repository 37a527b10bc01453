import { type Html, html } from '../pages/html.js';

const unrealized: Term = [
  'Unrealized P&L',
  'of open positions, from their average price to the mark. Reference positions bring an average of their own.',
];
const realized: Term = [
  'Realized P&L',
  'of what was closed since the latest reference positions, which begin it anew; without any, since the first trade. A part of a position is closed at a cost in whole units of price; the rest stays in the average price.',
];

/** Figures that look alike and count from different moments. */
export const ACCOUNT_TERMS: readonly Term[] = [
  ['In positions', 'net liquidation value less cash: open profit as the money values of the back office count it.'],
  [
    'P&L today',
    'since the last close of each instrument, also of positions closed since then. Reference positions of today do not begin it anew.',
  ],
  unrealized,
  realized,
];
export const POSITION_TERMS: readonly Term[] = [unrealized, realized];

type Term = readonly [name: string, meaning: string];

/** How the figures of a page differ: in a fold, which needs neither a script nor a pointer. */
export const renderValueTerms = (terms: readonly Term[]): Html =>
  html`<details class="terms"><summary>What these figures count</summary>
<ul>${terms.map(([name, meaning]) => html`<li><strong>${name}</strong>: ${meaning}</li>`)}</ul></details>`;
