import { html } from '../../pages/html.js';
import type { PageContent } from '../../pages/page.js';
import type { TicketView } from './ticket.view.js';

/** The response to a page that asks for a ticket by its session: a script reads it here, and nobody else opens it. */
export function streamTicketPage({ ticket, expires_in: seconds }: TicketView): PageContent {
  return {
    title: 'Stream ticket',
    body: html`<article class="resource">
<h1>Stream ticket</h1>
<p>It opens one stream within the next ${seconds} seconds, and the stream ends when you sign out.</p>
<p><code id="ticket">${ticket}</code></p>
</article>`,
  };
}
