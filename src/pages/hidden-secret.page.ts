import { renderFormToken } from './fields.page.js';
import { type Html, html } from './html.js';
import type { PageContext } from './page.js';

/**
 * Shown instead of a secret: a button that asks for the password and returns. `of` names the owner of the secret for
 * screen readers.
 */
export function renderHiddenSecret(
  { resume, owner }: Readonly<{ resume: string; owner: string }>,
  context: Pick<PageContext, 'formToken'>,
): Html {
  return html`<form method="post" action="/profile/confirm">${renderFormToken(context)}<input type="hidden" name="resume" value="${resume}"><button type="submit">Show<span class="hidden"> the secret of ${owner}</span></button></form>`;
}
