import { ownForm } from './fields.page.js';
import { type Html, html } from './html.js';
import type { Visit } from './page.js';

/** In place of a secret: the way to see it, which asks for the password and leads back. `of` names its owner for screen readers, which read several such buttons. */
export function hiddenSecret(
  { resume, of }: Readonly<{ resume: string; of: string }>,
  visit: Pick<Visit, 'formToken'>,
): Html {
  return html`<form method="post" action="/profile/confirm">${ownForm(visit)}<input type="hidden" name="resume" value="${resume}"><button type="submit">Show<span class="hidden"> the secret of ${of}</span></button></form>`;
}
