/* One order, live: whatever happens to it is asked for and put in its place; what has the focus keeps it. */
import { onEvents, onGap, refresh } from './live.js';

const { order } = document.querySelector('[data-order]').dataset;
const TYPES = ['accepted', 'rejected', 'modified', 'triggered', 'traded', 'cancelled', 'expired'].map((what) => `order.${what}`);

onEvents(TYPES, ({ data }) => { if (String(data.id) === order) refresh('#order'); });
onGap(() => refresh('#order'));
