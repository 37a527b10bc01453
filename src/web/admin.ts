/* Figures of the administration that keep themselves up to date; without this file a link does the same. */
import { getElement } from './page-parts.js';
import { refresh } from './page-refresh.js';

const everyMs = Number(getElement('#standing').dataset.every ?? 15_000);

/** Nobody looks at a page in the background, so it asks for nothing. */
function refreshVisible(): void {
  if (!document.hidden) refresh('#standing');
}

window.setInterval(refreshVisible, everyMs);
document.addEventListener('visibilitychange', refreshVisible);
