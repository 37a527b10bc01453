/* Figures of the administration that keep themselves up to date; without this file a link does the same. */
import { refresh } from './live.js';

const standing = document.querySelector('#standing');
const every = Number(standing?.dataset.every ?? 15_000);

/** Nobody looks at a page in the background, so it asks for nothing. */
if (standing) {
  window.setInterval(() => {
    if (!document.hidden) refresh('#standing');
  }, every);
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) refresh('#standing');
  });
}
