import { type Html, html } from './html.js';

/** A time in UTC; a script shows it in the reader's zone, with UTC in the tooltip. `datetime` has the wire format. */
export const renderTimestamp = (timestamp: string): Html =>
  html`<time datetime="${timestamp}">${timestamp.slice(0, 19).replace('T', ' ')} UTC</time>`;

/** The same without seconds, for example for session starts. */
export const renderTimestampToMinute = (timestamp: string): Html =>
  html`<time datetime="${timestamp}">${timestamp.slice(0, 16).replace('T', ' ')} UTC</time>`;

/**
 * The same for narrow columns: without a script date and time in UTC, with one the time today or else the date. The
 * tooltip has the whole time.
 */
export const renderBriefTimestamp = (timestamp: string): Html =>
  html`<time datetime="${timestamp}" data-brief>${timestamp.slice(5, 19).replace('T', ' ')}</time>`;
