import { renderFormToken } from './fields.page.js';
import { type Html, html } from './html.js';
import type { PageContext } from './page.js';

/** In place of a secret: the way to see it, which asks for the password and leads back. `of` names its owner for screen readers, which read several such buttons. */
export function renderHiddenSecret(
  { resume, owner }: Readonly<{ resume: string; owner: string }>,
  context: Pick<PageContext, 'formToken'>,
): Html {
  return html`<form method="post" action="/profile/confirm">${renderFormToken(context)}<input type="hidden" name="resume" value="${resume}"><button type="submit">Show<span class="hidden"> the secret of ${owner}</span></button></form>`;
}
