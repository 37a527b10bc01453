import { jumpText } from '../clock/held-clock.js';
import { type Html, html } from '../http/html.js';
import { when } from '../http/moment.page.js';
import type { heldClockView } from './administration.view.js';

/** What has happened to the clock, and what to do about it. */
export function heldClockAdvice(held: ReturnType<typeof heldClockView>): Html {
  return html`<strong>The clock of the machine jumped ${jumpText(held.ahead_seconds)}</strong> and is held back since ${when(held.since)}: it shows ${when(held.machine_time)}, the venue goes on at ${when(held.venue_time)}.
If the clock is wrong, set it right. If it is right, run <code>npx kontor clock accept</code> on the machine; a jump that lasts is applied at ${when(held.applies_at)}.`;
}
