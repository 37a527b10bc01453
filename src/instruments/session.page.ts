import { type Html, html } from '../http/html.js';
import type { ProductGroupView } from './product-group.view.js';

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** Whether a market is open at this moment, and until when it stays so. */
export function sessionState({ is_open: isOpen, opens_at: opens, closes_at: closes }: ProductGroupView['session']): Html {
  const until = isOpen ? closes : opens;
  return html`<span class="badge ${isOpen ? 'good' : 'warn'}">${isOpen ? 'open' : 'closed'}</span> until <time datetime="${until}">${until.slice(0, 16).replace('T', ' ')}Z</time>`;
}

/** `Sunday 17:00`, out of 1020. */
export function weekMinute(minute: number): string {
  return `${days[Math.floor(minute / 1440) % 7] ?? ''} ${dayMinute(minute % 1440)}`;
}

/** The end of a session at midnight is written 24:00 of its day, as timetables do. */
export const weekEnd = (minute: number): string => (minute % 1440 === 0 ? `${days[(Math.floor(minute / 1440) + 6) % 7] ?? ''} 24:00` : weekMinute(minute));

export function dayMinute(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}
