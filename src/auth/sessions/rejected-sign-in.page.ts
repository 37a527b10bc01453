import { isLocalPath } from '../../http/local-path.js';
import { html } from '../../pages/html.js';
import { HOME_PATH } from '../../pages/navigation.js';
import type { FormErrorPage, PageContent } from '../../pages/page.js';
import { newPasswordPage, renderRefusal, signInPage } from '../oauth/authorize/authorization.page.js';

/** The form again, without its passwords, and what was wrong: after too many failures, when to try again. */
export const rejectedSignInPage: FormErrorPage = (problem, sent, { formToken }) => {
  const { username = '', new_password: newPassword } = sent;
  const resume = isLocalPath(sent['resume']) ? sent['resume'] : HOME_PATH;
  if (resume.startsWith('/oauth/authorize?')) return returnPage(resume, problem.detail);
  const form = { username, resume, form_token: formToken ?? '' };
  return newPassword === undefined
    ? signInPage({ page: 'sign-in', application: null, sign_up: null, ...form }, renderRefusal(problem.detail))
    : newPasswordPage({ page: 'new-password', ...form }, renderRefusal(problem.detail));
};

/** An authorization request shows its own form, from which the browser may be sent on to the application. */
const returnPage = (resume: string, message: string): PageContent => ({
  title: 'Sign in',
  body: html`<article class="sign-in">
<h1>Sign in</h1>
<p class="refusal" role="alert">${message}</p>
<p class="actions"><a class="button primary" href="${resume}">Back to the form</a></p>
</article>`,
});
