import { renderFormToken } from '../../pages/fields.page.js';
import { type Html, html } from '../../pages/html.js';
import type { PageContext } from '../../pages/page.js';
import type { PositionView } from './position.view.js';

/** The form of all Close buttons: each names its position as it is on the page, so that pressing twice places one order. */
export const renderCloseForm = (context: PageContext): Html =>
  html`<form method="post" action="/positions/close" id="close" data-at-once>${renderFormToken(context)}<input type="hidden" name="_back" value="${context.path}"><input type="hidden" name="reference" value="web-${context.requestId.replaceAll('-', '').slice(0, 12)}"></form>`;

/** A market order against the position, as large as it is. If the position has changed, nothing is sent. */
export const renderCloseButton = ({ acct_id: acctId, instrument_id: id, symbol, quantity }: PositionView): Html =>
  html`<button type="submit" form="close" name="position" value="${acctId}:${id}:${quantity}" title="${quantity > 0 ? 'Sell' : 'Buy'} ${Math.abs(quantity)} at market">Close<span class="hidden"> ${symbol}</span></button>`;
