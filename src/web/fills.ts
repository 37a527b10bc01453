/* The newest fills follow what happens; a page behind the first stays as it was asked for. */
import { onEvents, onGap, refresh } from './live.js';

if (!new URL(location.href).searchParams.has('cursor')) {
  const reload = () => refresh('#rows');
  onEvents(['fill'], reload);
  onGap(reload);
}
