/* Figures of the administration that keep themselves up to date; without this file a link does the same. */
import { findElement } from './page-parts.js';
import { refresh } from './page-refresh.js';

const standing = findElement('#standing');
const everyMs = Number(standing?.dataset.every ?? 15_000);

/** Nobody looks at a page in the background, so it asks for nothing. */
function refreshVisible(): void {
  if (!document.hidden) refresh('#standing');
}

if (standing) {
  window.setInterval(refreshVisible, everyMs);
  document.addEventListener('visibilitychange', refreshVisible);
}
