import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CONFIRMATION_FIELD, confirmPasswordPage } from '../../pages/confirm-password.page.js';
import { isFormContentType } from '../../http/form.js';
import { isLocalPath } from '../../http/local-path.js';
import { PasswordProofsService } from '../../users/password-proofs.service.js';
import { LoginRequiredError, RecentSignInRequiredError } from '../auth-errors.js';
import { isRecentlyProven, SessionsService } from './sessions.service.js';
import { BrowserSessions } from './browser-sessions.provider.js';

/**
 * Requires the password before a route with `@RequiresRecentSignIn()`, when the session's last proof is old: with a
 * stolen session or an unattended browser, no key is created and no session ended. The page that asks keeps the fields
 * of the form and sends them to the same URL with the password, which is removed here. Runs after the access guard, so
 * the form is of this service.
 */
@Injectable()
export class RecentSignInGuard implements CanActivate {
  constructor(
    private readonly browserSessions: BrowserSessions,
    private readonly sessions: SessionsService,
    private readonly proofs: PasswordProofsService,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    // Programs authenticate by token and need nothing else. A header beside the cookie is no token: pages do not read it.
    if (request.routeOptions.config.requiresRecentSignIn !== true || isTokenRequest(request)) return true;
    return this.requireProof(request);
  }

  private async requireProof(request: FastifyRequest): Promise<boolean> {
    const password = extractPassword(request);
    const session = await this.browserSessions.findSession(request);
    if (session === null) throw new LoginRequiredError();
    if (isRecentlyProven(session)) return true;

    if (isFormContentType(request.headers['content-type']))
      request.confirmationPage = confirmPasswordPage(toFormAction(request));
    if (password === null) throw new RecentSignInRequiredError();
    await this.proofs.confirm(session.actingUserId, password);
    await this.sessions.recordPasswordProof(session);
    delete request.confirmationPage;
    if (request.actor) request.actor = { ...request.actor, hidesSecrets: false };
    return true;
  }
}

/** The access guard has checked the credentials. */
const isTokenRequest = ({ actor }: FastifyRequest): boolean => actor !== undefined && actor.clientId !== null;

/** The handler does not get the field, and no rejected form shows it again. */
function extractPassword(request: FastifyRequest): string | null {
  const password = (Object(request.formValues ?? request.body) as Readonly<Record<string, unknown>>)[
    CONFIRMATION_FIELD
  ];
  if (password === undefined) return null;
  request.body = withoutPassword(request.body);
  if (request.formValues !== undefined) request.formValues = withoutPassword(request.formValues);
  return typeof password === 'string' ? password : '';
}

const withoutPassword = <Body>(body: Body): Body =>
  Object.fromEntries(Object.entries(body as object).filter(([name]) => name !== CONFIRMATION_FIELD)) as Body;

/** The path of the form with its method; never a URL of another host. */
const toFormAction = ({ originalUrl, url }: FastifyRequest): string => (isLocalPath(originalUrl) ? originalUrl : url);
