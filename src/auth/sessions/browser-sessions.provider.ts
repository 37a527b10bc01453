import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StreamLease } from '../../access/stream-leases.service.js';
import { Config } from '../../config/config.js';
import { Cookies, isSentWithoutCookie } from '../../http/cookies.js';
import { type FlashNote, unsealFlashNote, sealFlashNote } from '../../http/flash-redirect.js';
import { type SignedInUser, SignedInUserResolver } from '../../http/signed-in-user.hook.js';
import { ForeignFormError } from '../auth-errors.js';
import { DEVICE_SECONDS } from '../sign-in/device-cookie.js';
import { SignInCallersService, type SignInSource } from '../sign-in/sign-in-callers.service.js';
import {
  reuseOrCreateSessionToken,
  FORM_TOKEN_FIELD,
  createFormToken,
  verifyFormToken,
  isCrossSiteForm,
} from './form-token.js';
import { isRecentlyProven, SESSION_SECONDS, type SignInSession, SessionsService } from './sessions.service.js';

/** How long a browser without a sign-in keeps its cookie. */
const ANONYMOUS_COOKIE_SECONDS = 3600;

/** Who signs in, and the hash of the password that was verified. */
type SignInProof = Readonly<{ userId: number; passwordHash?: string | undefined }>;

/** Finds the session of a browser by its cookie. */
@Injectable()
export class BrowserSessions implements OnModuleInit {
  readonly cookies: Cookies;
  /** Guard, handler and layout may all ask; the database is queried once per request. */
  private readonly lookups = new WeakMap<FastifyRequest, Promise<SignInSession | null>>();

  constructor(
    private readonly sessions: SessionsService,
    private readonly config: Config,
    private readonly signedInUserResolver: SignedInUserResolver,
    private readonly callers: SignInCallersService,
  ) {
    this.cookies = new Cookies(config.isHttps);
  }

  onModuleInit(): void {
    this.signedInUserResolver.lookup.register(async (request) => {
      await this.findSession(request);
      return request.signedInUser ?? null;
    });
  }

  /** Also sets the signed-in user of the page's layout. */
  async findSession(request: FastifyRequest): Promise<SignInSession | null> {
    const lookup = this.lookups.get(request) ?? this.sessions.findSession(this.readToken(request));
    this.lookups.set(request, lookup);
    const session = await lookup;
    request.signedInUser = session && this.toSignedInUser(session, request);
    return session;
  }

  /** How long a page may keep a stream open. */
  createLease(request: FastifyRequest): Promise<StreamLease | null> {
    return this.sessions.createLease(this.readToken(request));
  }

  /** Sets a new cookie, whatever cookie the browser had, and remembers the browser for later sign-ins of this user. */
  async signIn({ userId, passwordHash }: SignInProof, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const userAgent = request.headers['user-agent'] ?? '';
    const token = await this.sessions.open(userId, {
      address: request.ip,
      userAgent,
      previousToken: this.readToken(request),
      passwordHash,
    });
    const device = await this.callers.rememberDevice(this.cookies.readDevice(request.headers.cookie), userId);
    reply.header('set-cookie', this.cookies.setSession(token, SESSION_SECONDS));
    if (device !== null) reply.header('set-cookie', this.cookies.setDevice(device, DEVICE_SECONDS));
  }

  /** The source by which a sign-in is counted. */
  toSignInSource({ ip, headers }: FastifyRequest): SignInSource {
    return { address: ip, deviceCookie: this.cookies.readDevice(headers.cookie) };
  }

  /** A session shows secrets only for a while after a proof of the password. */
  hidesSecrets(session: SignInSession): boolean {
    return !this.config.secretsAreShownOnce && !isRecentlyProven(session);
  }

  /** Also for the rest of this request: the page after it has no signed-in user. */
  async signOut(request: FastifyRequest): Promise<void> {
    await this.sessions.end(this.readToken(request));
    this.lookups.set(request, Promise.resolve(null));
    request.signedInUser = null;
  }

  /** The sign-up page with its continuation; null if registration is closed. */
  formatSignUpUrl(resume: string): string | null {
    return this.config.registration === 'anybody' ? `/sign-up?resume=${encodeURIComponent(resume)}` : null;
  }

  /** The flash message of the previous response for the sign-in page. */
  readFlashNote({ headers }: FastifyRequest): FlashNote {
    return unsealFlashNote(this.cookies.readFlashNote(headers.cookie), this.config.secretKey);
  }

  /** The flash of a failed sign-in; the email stays in the form. */
  createRejectionFlash(message: string, note: FlashNote): string {
    return this.cookies.setFlash(message, sealFlashNote(note, this.config.secretKey));
  }

  readToken({ headers }: FastifyRequest): string | null {
    return this.cookies.readSession(headers.cookie);
  }

  /** The form token of a page, which the form guard checks. A browser without a cookie gets one. */
  async issueFormToken(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const cookie = this.readToken(request);
    const token = reuseOrCreateSessionToken(cookie);
    if (token !== cookie && !isSentWithoutCookie(request.headers))
      reply.header('set-cookie', this.cookies.setSession(token, ANONYMOUS_COOKIE_SECONDS));
    return (request.formToken = createFormToken(
      { cookie: token, customerId: getActingCustomerId(await this.findSession(request)) },
      this.config.secretKey,
    ));
  }

  /**
   * Rejects forms that this service did not issue for this browser and user: another site cannot post one, and an
   * administrator who started or stopped acting in another window changes nothing in the wrong account. The form token
   * is removed from the body before the DTO reads it.
   */
  async rejectForeignForm(request: FastifyRequest): Promise<void> {
    const { [FORM_TOKEN_FIELD]: offered, ...rest } = (request.body ?? {}) as Record<string, unknown>;
    const isForeign = this.isCrossSiteForm(request);
    const formOwner = {
      cookie: this.readToken(request),
      customerId: getActingCustomerId(await this.findSession(request)),
    };
    if (isForeign || !verifyFormToken(offered, formOwner, this.config.secretKey)) throw new ForeignFormError();
    request.body = rest;
    request.formToken = offered as string;
  }

  isCrossSiteForm(request: FastifyRequest): boolean {
    return isCrossSiteForm(request, this.config.baseUrl);
  }

  private toSignedInUser(session: SignInSession, request: FastifyRequest): SignedInUser {
    const { name, role, actingFor } = session;
    const formOwner = { cookie: this.readToken(request) ?? '', customerId: getActingCustomerId(session) };
    return {
      userId: session.userId,
      name,
      formToken: createFormToken(formOwner, this.config.secretKey),
      actingFor,
      isAdministrator: role === 'Admin',
    };
  }
}

function getActingCustomerId(session: SignInSession | null): number | null {
  return session && session.userId !== session.actingUserId ? session.userId : null;
}
