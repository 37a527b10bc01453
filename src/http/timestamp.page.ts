import { type Html, html } from './html.js';

/** A time for people, in UTC; a script shows it in the reader's own zone, with UTC in the tooltip. The wire format is in `datetime`. */
export const renderTimestamp = (timestamp: string): Html =>
  html`<time datetime="${timestamp}">${timestamp.slice(0, 19).replace('T', ' ')} UTC</time>`;

/** The same for what happens on the minute, such as the beginning of a session. */
export const renderTimestampToMinute = (timestamp: string): Html =>
  html`<time datetime="${timestamp}">${timestamp.slice(0, 16).replace('T', ' ')} UTC</time>`;

/** The same for narrow places: without a script the date and the time in UTC, with it the time of today, or else the date. The tooltip has the whole time. */
export const renderBriefTimestamp = (timestamp: string): Html =>
  html`<time datetime="${timestamp}" data-brief>${timestamp.slice(5, 19).replace('T', ' ')}</time>`;
