/* The newest fills follow what happens; a page behind the first stays as it was asked for. */
import { refresh } from '../page-refresh.js';
import { onEvents, onGap } from '../live/live.js';

if (!new URL(location.href).searchParams.has('cursor')) {
  const reload = () => refresh('#rows');
  onEvents(['fill'], reload);
  onGap(reload);
}
