import { Injectable } from '@nestjs/common';
import type { Client } from '../../clients/client.entity.js';
import { ClientsService } from '../../clients/clients.service.js';
import { isNativeUri } from '../../clients/redirect-uri.js';
import { printable } from '../printable.js';
import { isRecentlyProven } from '../sessions/recent-proof.js';
import type { SignedIn } from '../sessions/sessions.service.js';
import { type Answer, answerAt } from './answer.js';
import {
  AccessDenied,
  AuthorizationError,
  ConsentRequired,
  MalformedAuthorization,
  SignInRequired,
  UnknownApplication,
} from './authorization-errors.js';
import { AuthorizationResultsService, type RefreshCookie } from './authorization-results.service.js';
import { type AuthorizationRequest, readRequest } from './authorization-request.js';
import { AuthorizationTrustService } from './authorization-trust.service.js';
import { ConsentsService } from './consents.service.js';
import { type Parameters, readParameters, type SentParameters } from './parameters.js';
import { readTarget, type RedirectTarget } from './redirect-target.js';
import { modeForErrors } from './response-mode.js';
import { nameOf } from './response-type.js';
import type { Resumption } from './resumption.js';
import { isHopeless, needsSignIn } from './sign-in-needed.js';
import { administers, forUser, needsRecentProof, termsOf } from './terms.js';

/**
 * What the browser gets: an answer for the client (`result` is what kind, or its error), an error that it is shown here because nobody
 * in this browser trusts the client, or a page on which the user is asked something first.
 */
export type Step =
  | (Answer & Readonly<{ refresh: RefreshCookie | null; result: string }>)
  | Readonly<{
      kind: 'untrusted';
      error: AuthorizationError;
      answer: Answer;
      application: string;
      returnsTo: string;
      result: string;
    }>
  | Readonly<{ kind: 'sign-in'; resume: string; application: string; loginHint: string; returnsTo: string }>
  | Readonly<{
      kind: 'consent';
      resume: string;
      application: string;
      terms: string;
      returnsTo: string;
      asksEachTime: boolean;
    }>;

/** Everything that one request is about. */
type Visit = Readonly<{
  sent: SentParameters;
  parameters: Parameters;
  client: Client;
  target: RedirectTarget;
  session: SignedIn | null;
}>;

/** Who is there, since when they have been busy with this request, and what time it is. */
type Moment = Readonly<{ session: SignedIn; resumption: Resumption | null; now: number }>;

/** The order of the protocol: which application, where to, what for, who, and whether they agree. */
@Injectable()
export class AuthorizationEndpointService {
  constructor(
    private readonly clients: ClientsService,
    private readonly consents: ConsentsService,
    private readonly results: AuthorizationResultsService,
    private readonly trust: AuthorizationTrustService,
  ) {}

  async answer(sent: SentParameters, session: SignedIn | null): Promise<Step> {
    const parameters = readParameters(sent);
    const client = await this.clientOf(parameters);
    const target = readTarget(parameters, client, session?.userId ?? null);
    const visit = { sent, parameters, client, target, session };
    try {
      return await this.proceed(visit);
    } catch (error) {
      if (!(error instanceof AuthorizationError) || !target.isCertain) throw error;
      return await this.refuse(error, visit);
    }
  }

  /** What the user said on the page that asked; the request then goes on where it was. */
  async decide(sent: SentParameters, isAgreed: boolean, session: SignedIn): Promise<string> {
    const parameters = readParameters(sent);
    const client = await this.clientOf(parameters);
    readTarget(parameters, client, session.userId);
    const terms = termsOf(forUser(readRequest(sent, client, this.trust.policy), client, session));
    const resumption = this.trust.resumption(parameters);
    if (!resumption)
      throw new MalformedAuthorization(
        'The page on which you were asked is too old. Go back to the application and start again.',
      );
    // The page that asks for the password stands before the page that asked, and nothing is agreed to yet.
    if (isAgreed && isProofMissing(session, terms))
      return this.trust.resumeAt(parameters, { since: resumption.since, isDenied: false, agreedAs: null });
    const agreedAs = isAgreed ? grantedOnce(session, client, terms) : inSession(session);
    if (!isAgreed) await this.consents.refuse(session, client.clientId, terms);
    else if (onBehalf(session)) await this.consents.agreeOnce(session, client.clientId, terms);
    else await this.consents.agree(session.userId, client.clientId, terms);
    return this.trust.resumeAt(parameters, { since: resumption.since, isDenied: !isAgreed, agreedAs });
  }

  private async proceed(visit: Visit): Promise<Step> {
    const { sent, parameters, client, target, session } = visit;
    const asked = readRequest(sent, client, this.trust.policy);
    const now = Date.now();
    const resumption = this.trust.resumption(parameters);
    const expectedUserId = await this.trust.expectedUser(parameters);

    if (resumption?.isDenied) throw new AccessDenied();
    if (isHopeless(session, expectedUserId, resumption)) throw new SignInRequired();
    if (!session || needsSignIn(session, asked, { expectedUserId, resumption, now }))
      return this.askToSignIn(visit, asked, resumption);

    const request = forUser(asked, client, session);
    if (!(await this.isAgreed(visit, request, { session, resumption, now })))
      return this.askToAgree(visit, request, resumption);

    const { fields, refresh } = await this.results.issueResult(request, { client, session, redirectUri: target.uri });
    return {
      ...answerAt(target.uri, request.mode, { ...fields, state: parameters.state, iss: this.trust.issuer }),
      refresh,
      result: nameOf(request.type),
    };
  }

  /** What is granted once holds for the request at hand; what a customer agreed to, they agreed to for themselves. */
  private async isAgreed(
    { client, target }: Visit,
    request: AuthorizationRequest,
    { session, resumption, now }: Moment,
  ): Promise<boolean> {
    const terms = termsOf(request);
    const once = grantedOnce(session, client, terms);
    const asksAgain = request.prompt.consent || asksEachTime(client, target);
    if (request.prompt.none && asksAgain) return false;
    if (once !== null) return resumption?.agreedAs === once;
    return this.consents.covers(session.userId, client, {
      terms,
      since: asksAgain ? (resumption?.since ?? now) : null,
    });
  }

  private async clientOf({ client_id: clientId }: Parameters): Promise<Client> {
    const client = clientId === undefined ? null : await this.clients.findEnabled(clientId);
    if (!client) throw new UnknownApplication();
    return client;
  }

  private askToSignIn(
    { parameters, client, target }: Visit,
    { prompt }: AuthorizationRequest,
    resumption: Resumption | null,
  ): Step {
    if (prompt.none) throw new SignInRequired();
    const resume = this.trust.resumeAt(
      parameters,
      resumption ?? { since: Date.now(), isDenied: false, agreedAs: null },
    );
    return {
      kind: 'sign-in',
      resume,
      application: client.name,
      loginHint: parameters.login_hint ?? '',
      returnsTo: target.uri,
    };
  }

  private askToAgree(visit: Visit, request: AuthorizationRequest, resumption: Resumption | null): Step {
    const { parameters, client, target, session } = visit;
    if (request.prompt.none) throw new ConsentRequired();
    if (session !== null && isProofMissing(session, termsOf(request)))
      return this.askToSignIn(visit, request, resumption);
    const resume = this.trust.resumeAt(
      parameters,
      resumption ?? { since: Date.now(), isDenied: false, agreedAs: null },
    );
    return {
      kind: 'consent',
      resume,
      application: client.name,
      terms: termsOf(request),
      returnsTo: target.uri,
      asksEachTime: asksEachTime(client, target),
    };
  }

  /**
   * An error goes where the answer would have gone (RFC 6749 §4.2.2.1), and says who speaks (RFC 9207 §2). An address that somebody has
   * registered is followed only where the user of this browser has agreed to that application; elsewhere the error is shown here.
   */
  private async refuse(error: AuthorizationError, visit: Visit): Promise<Step> {
    const { parameters, client, target, session } = visit;
    const logFields = {
      error: error.error,
      error_description: printable(error.message),
      state: parameters.state,
      iss: this.trust.issuer,
    };
    const answer = answerAt(target.uri, modeForErrors(parameters), logFields);
    const mayRedirect = this.wasRefusedHere(visit) || (await this.trust.mayRedirect(client, session));
    if (mayRedirect) return { ...answer, refresh: null, result: error.error };
    return { kind: 'untrusted', error, answer, application: client.name, returnsTo: target.uri, result: error.error };
  }

  /** The user of this very session refused on the page that asked, which names where either answer leads. */
  private wasRefusedHere({ parameters, session }: Visit): boolean {
    const resumption = this.trust.resumption(parameters);
    return session !== null && resumption?.isDenied === true && resumption.agreedAs === inSession(session);
  }
}

/** Nothing proves which program on a device asks in the name of a public key, so nothing is remembered for it (RFC 8252 §8.6). */
function asksEachTime({ tokenEndpointAuthMethod }: Client, { uri }: RedirectTarget): boolean {
  return tokenEndpointAuthMethod === 'none' && isNativeUri(uri);
}

const isProofMissing = (session: SignedIn, terms: string): boolean =>
  needsRecentProof(terms) && !isRecentlyProven(session);

const onBehalf = ({ userId, actingUserId }: SignedIn): boolean => userId !== actingUserId;

/**
 * In which session, and for which user, something is granted to this request and no other: what an administrator grants in a customer's name,
 * and the administration to a key that is not the administrator's own. Null for what is remembered.
 */
function grantedOnce(session: SignedIn, { ownerId }: Client, terms: string): string | null {
  const isOnce = onBehalf(session) || (administers(terms) && ownerId !== session.userId);
  return isOnce ? inSession(session) : null;
}

function inSession({ sessionId, userId }: SignedIn): string {
  return `${sessionId}-${userId}`;
}
