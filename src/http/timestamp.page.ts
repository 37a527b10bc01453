import { type Html, html } from './html.js';

/** A moment for people, in UTC; a script tells it in the reader's own zone, with UTC to whoever points at it. The one on the wire stands behind it. */
export const renderTimestamp = (timestamp: string): Html =>
  html`<time datetime="${timestamp}">${timestamp.slice(0, 19).replace('T', ' ')} UTC</time>`;

/** The same for what happens on the minute, such as the beginning of a session. */
export const renderTimestampToMinute = (timestamp: string): Html =>
  html`<time datetime="${timestamp}">${timestamp.slice(0, 16).replace('T', ' ')} UTC</time>`;

/** The same where there is little room: without a script the day and the time in UTC, with it the time of today, or else the day. The whole moment is told to whoever points at it. */
export const renderBriefTimestamp = (timestamp: string): Html =>
  html`<time datetime="${timestamp}" data-brief>${timestamp.slice(5, 19).replace('T', ' ')}</time>`;
