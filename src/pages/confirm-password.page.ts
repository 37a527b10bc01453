import { toFormState, renderInputField, emptyForm, renderFormToken, renderFormError } from './fields.page.js';
import { html, type Html } from './html.js';
import type { FormErrorPage, PageContext } from './page.js';

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

/** The field with the password. No other form of the service has a field of this name. */
export const CONFIRMATION_FIELD = 'confirmation_password';

/**
 * Asks the signed-in user for the password and sends the interrupted form again, completely. The first time without an
 * error.
 */
export const confirmPasswordPage =
  (action: string): FormErrorPage =>
  (problem, submitted, context) => {
    const isFirst = problem.code === 'recent_sign_in_required';
    const form = isFirst ? emptyForm : toFormState(problem, {}, { wrong_password: CONFIRMATION_FIELD });
    const { userName, actingFor } = context;
    return {
      title: isFirst ? 'Confirm it is you' : 'Not accepted: Confirm it is you',
      body: html`<article class="sign-in">
<h1>Confirm it is you</h1>
<p class="lead">You entered your password more than 15 minutes ago. Enter it again to continue. Nothing has been changed yet. Your entries are kept.</p>
${actingFor !== null && html`<p>You are acting for <strong>${actingFor}</strong>. Enter your own password, that of <strong>${userName}</strong>.</p>`}
<form method="post" action="${action}">
${renderFormToken(context)}
${Object.entries(submitted).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`)}${renderFormError(form)}
<input type="text" value="${userName ?? ''}" autocomplete="username" readonly hidden>
${renderInputField({ name: CONFIRMATION_FIELD, label: 'Your password', type: 'password', autocomplete: 'current-password', isFocused: true }, form)}
<p class="actions"><button type="submit" class="primary">Continue</button> <a class="button" href="/">Cancel</a></p>
</form>
</article>`,
    };
  };
