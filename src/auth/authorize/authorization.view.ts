import type { Problem } from '../../http/problem.js';
import { toOAuthErrorView } from '../oauth-error.view.js';

/**
 * The sign-in page; `resume` is where the user continues, `sign_up` where new users go.
 *
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

/** The page on which a user whose password is right chooses another one before they are signed in; `resume` is where they go on. */
export type NewPasswordView = Readonly<{ page: 'new-password'; username: string; resume: string; form_token: string }>;

/** The page on which a user is asked whether an application may do what it asks for, or an administrator who acts for them; `destination` is where either answer leads, `longest_seconds` how long its tokens can be refreshed. */
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
 * An error of an application that nobody in this browser has agreed to: it is shown here, and `destination` names where the link leads.
 * `fields` are those of a form, where the application asked for one; null for a link.
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

/** The errors that have another name at this endpoint (OpenID Connect Core §3.1.2.6). */
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

/** An error that is shown here and not sent to the application: a problem like all others, and in OAuth's words too. */
export function toAuthorizationErrorView(problem: Problem) {
  const error = OAUTH_ERROR_NAMES[problem.code] ?? (UNCHANGED_ERRORS.has(problem.code) ? problem.code : undefined);
  return { ...problem, ...toOAuthErrorView(problem), ...(error !== undefined && { error }) };
}
