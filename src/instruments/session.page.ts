import { type Html, html } from '../pages/html.js';
import type { ProductGroupView } from './product-group.view.js';

/** Whether a market is open, and until when. */
export function renderSessionState({
  is_open: isOpen,
  opens_at: opens,
  closes_at: closes,
}: ProductGroupView['session']): Html {
  const until = isOpen ? closes : opens;
  return html`<span class="badge ${isOpen ? 'good' : 'warn'}">${isOpen ? 'open' : 'closed'}</span> until <time datetime="${until}">${until.slice(0, 16).replace('T', ' ')}Z</time>`;
}
