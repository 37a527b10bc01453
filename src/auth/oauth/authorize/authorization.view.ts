import type { Problem } from '../../../errors/problem.js';
import { toOAuthErrorView } from '../oauth-error.view.js';

/**
 * The sign-in page. `resume` is the path to continue at, `sign_up` the page for new users.
 * @example {"page": "sign-in", "application": "Trading desk", "username": "", "resume": "/", "sign_up": "/sign-up?resume=%2F", "form_token": "qZ8bRk1NcUdS7mJfE3aPo4iTnBxQyW6u9hGw2LtX5vY"}
 */
export type SignInView = Readonly<{
  page: 'sign-in';
  application: string | null;
  username: string;
  resume: string;
  sign_up: string | null;
  form_token: string;
}>;

/** The page on which a user must choose a new password before the sign-in; `resume` is the path to continue at. */
export type NewPasswordView = Readonly<{ page: 'new-password'; username: string; resume: string; form_token: string }>;

/**
 * The consent page, also for an administrator who acts for a customer. `destination` is the target of either decision,
 * `longest_seconds` the time for which the tokens can be refreshed.
 */
export type ConsentView = Readonly<{
  page: 'consent';
  application: string;
  destination: string;
  user: string;
  on_behalf: boolean;
  administers: boolean;
  asks_each_time: boolean;
  longest_seconds: number;
  permissions: readonly string[];
  resume: string;
  form_token: string;
}>;

/** A form that posts itself to the application (OAuth 2.0 Form Post Response Mode). */
export type FormPostView = Readonly<{ page: 'form-post'; action: string; fields: Readonly<Record<string, string>> }>;

/**
 * An error for an application without consent in this browser: it is shown here, and `destination` names the target of
 * the link. `fields` are the form fields for `form_post`; null for a link.
 */
export type UntrustedView = Readonly<{
  page: 'untrusted';
  application: string;
  destination: string;
  href: string;
  fields: Readonly<Record<string, string>> | null;
  error: string;
  message: string;
}>;

export type AuthorizationView = SignInView | NewPasswordView | ConsentView | FormPostView | UntrustedView;

/** Error codes with another name at this endpoint (OpenID Connect Core §3.1.2.6). */
const OAUTH_ERROR_NAMES: Readonly<Record<string, string>> = {
  sign_in_required: 'login_required',
  unknown_application: 'invalid_client',
  unregistered_redirect_uri: 'invalid_request',
};

const UNCHANGED_ERRORS = new Set([
  'consent_required',
  'access_denied',
  'unsupported_response_type',
  'request_not_supported',
  'request_uri_not_supported',
  'registration_not_supported',
]);

/** An error that is not sent to the application: problem details with the members of OAuth. */
export function toAuthorizationErrorView(problem: Problem) {
  const error = OAUTH_ERROR_NAMES[problem.code] ?? (UNCHANGED_ERRORS.has(problem.code) ? problem.code : undefined);
  return { ...problem, ...toOAuthErrorView(problem), ...(error !== undefined && { error }) };
}
