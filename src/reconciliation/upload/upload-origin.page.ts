import { type Html, html } from '../../pages/html.js';
import type { UploadView } from './upload.view.js';

type Origin = Pick<UploadView, 'break_id'>;

/** Takes the break that the reader came from along to the next page. */
export const renderBreakField = ({ break_id: id }: Origin): Html | false =>
  id !== null && html`<input type="hidden" name="break_id" value="${id}">`;

export const toBreakQuery = ({ break_id: id }: Origin): string => (id === null ? '' : `&break_id=${id}`);

/** The way back to that break. */
export const renderWayToBreak = ({ break_id: id }: Origin): Html | false =>
  id !== null && html`<a href="/reconciliation/breaks/${id}">Back to break ${id}</a>`;

/** The page of an upload, which leads back to the break that the table is for. */
export const toUploadUrl = (id: number, breakId: number | undefined): string =>
  `/accounts/statements/uploads/${id}${breakId === undefined ? '' : `?break_id=${breakId}`}`;
