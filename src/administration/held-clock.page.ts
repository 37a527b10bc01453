import { formatJump } from '../clock/jump-detector.js';
import { type Html, html } from '../pages/html.js';
import { renderTimestamp } from '../pages/timestamp.page.js';
import type { toHeldClockView } from './administration.view.js';

/** Describes the clock jump and the fix. */
export function renderHeldClockAdvice(held: ReturnType<typeof toHeldClockView>): Html {
  return html`<strong>The clock of the machine jumped ${formatJump(held.ahead_seconds)}</strong> and is held back since ${renderTimestamp(held.since)}: it shows ${renderTimestamp(held.machine_time)}, the venue goes on at ${renderTimestamp(held.venue_time)}.
If the clock is wrong, set it right. If it is right, run <code>npx kontor clock accept</code> on the machine; a jump that lasts is applied at ${renderTimestamp(held.applies_at)}.`;
}
