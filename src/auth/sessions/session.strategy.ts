import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StreamLease } from '../../access/stream-lease.js';
import { Config } from '../../config/config.js';
import { Cookies } from '../../http/cookies.js';
import { isSentWithoutCookie } from '../../http/fetch-site.js';
import { type FlashNote, unsealFlashNote, sealFlashNote } from '../../http/flash-note.js';
import { type SignedInUser, SignedInUserResolver } from '../../http/signed-in-user.hook.js';
import { ForeignForm } from '../auth-errors.js';
import { DEVICE_SECONDS } from '../devices/device-cookie.js';
import { KnownDevicesService } from '../devices/known-devices.service.js';
import type { SignInOrigin } from '../sign-in-callers.service.js';
import { browserToken, FORM_TOKEN, formToken, isFormToken, isFromElsewhere } from './form-token.js';
import { isRecentlyProven } from './recent-proof.js';
import { SESSION_SECONDS, type SignedIn, SessionsService } from './sessions.service.js';

/** How long a browser that has not signed in keeps its name. */
const NAMED_SECONDS = 3600;

/** Finds out who is signed in in a browser, by its cookie. */
@Injectable()
export class SessionStrategy implements OnModuleInit {
  readonly cookies: Cookies;
  /** A guard, a handler and the page's frame may all ask; the database is asked once for each request. */
  private readonly asked = new WeakMap<FastifyRequest, Promise<SignedIn | null>>();

  constructor(
    private readonly sessions: SessionsService,
    private readonly config: Config,
    private readonly visitors: SignedInUserResolver,
    private readonly devices: KnownDevicesService,
  ) {
    this.cookies = new Cookies(config.isHttps);
  }

  onModuleInit(): void {
    this.visitors.setResolver(async (request) => {
      await this.recognise(request);
      return request.signedInUser ?? null;
    });
  }

  /** Tells the page's frame, too, whose visit it is. */
  async recognise(request: FastifyRequest): Promise<SignedIn | null> {
    const asked = this.asked.get(request) ?? this.sessions.recognise(this.tokenOf(request));
    this.asked.set(request, asked);
    const session = await asked;
    request.signedInUser = session && this.visitorOf(session, request);
    return session;
  }

  /** Until when a page of ours may listen. */
  admit(request: FastifyRequest): Promise<StreamLease | null> {
    return this.sessions.admit(this.tokenOf(request));
  }

  /** The browser has a new cookie from now on, whatever cookie it had before, and is known for this user at later sign-ins. */
  async signIn(userId: number, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const userAgent = request.headers['user-agent'] ?? '';
    const token = await this.sessions.open(userId, {
      address: request.ip,
      userAgent,
      formerToken: this.tokenOf(request),
    });
    const device = await this.devices.remember(this.cookies.readDevice(request.headers.cookie), userId);
    reply.header('set-cookie', this.cookies.setSession(token, SESSION_SECONDS));
    if (device !== null) reply.header('set-cookie', this.cookies.setDevice(device, DEVICE_SECONDS));
  }

  /** What a sign-in in this browser is counted by. */
  originOf({ ip, headers }: FastifyRequest): SignInOrigin {
    return { address: ip, deviceCookie: this.cookies.readDevice(headers.cookie) };
  }

  /** Where secrets can be looked at again, a session shows them only for a while after a proof of the password. */
  hidesSecrets(session: SignedIn): boolean {
    return !this.config.secretsAreShownOnce && !isRecentlyProven(session);
  }

  /** For the rest of this request, too: the page that says so is nobody's. */
  async signOut(request: FastifyRequest): Promise<void> {
    await this.sessions.end(this.tokenOf(request));
    this.asked.set(request, Promise.resolve(null));
    request.signedInUser = null;
  }

  /** Where somebody who is new makes an account and goes on; null where not anybody may. */
  signUpTo(resume: string): string | null {
    return this.config.registration === 'anybody' ? `/sign-up?resume=${encodeURIComponent(resume)}` : null;
  }

  /** What the answer before this one noted for the sign-in page. */
  flashNote({ headers }: FastifyRequest): FlashNote {
    return unsealFlashNote(this.cookies.readFlashNote(headers.cookie), this.config.secretKey);
  }

  /** The flash of a sign-in that did not succeed; the email stands in the form again. */
  leaveRefusal(sentence: string, note: FlashNote): string {
    return this.cookies.setFlash(sentence, sealFlashNote(note, this.config.secretKey));
  }

  tokenOf({ headers }: FastifyRequest): string | null {
    return this.cookies.readSession(headers.cookie);
  }

  /** What the forms of a page carry, and the guard of own forms asks for. A browser without a cookie is given one. */
  async formToken(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const cookie = this.tokenOf(request);
    const token = browserToken(cookie);
    if (token !== cookie && !isSentWithoutCookie(request.headers))
      reply.header('set-cookie', this.cookies.setSession(token, NAMED_SECONDS));
    return (request.formToken = formToken(
      { cookie: token, customerId: customerOf(await this.recognise(request)) },
      this.config.secretKey,
    ));
  }

  /**
   * Lets a form in only if this service wrote it for this very browser, so that no other site can post one in the user's name; and
   * only as whom it was opened, so that an administrator who has begun or ended to act for a customer in another window does
   * nothing in the wrong account. What proves it is taken out of the body: the DTO behind knows nothing of it.
   */
  async refuseForeignForm(request: FastifyRequest): Promise<void> {
    const { [FORM_TOKEN]: offered, ...rest } = (request.body ?? {}) as Record<string, unknown>;
    const isForeign = this.isFromElsewhere(request);
    const wearer = { cookie: this.tokenOf(request), customerId: customerOf(await this.recognise(request)) };
    if (isForeign || !isFormToken(offered, wearer, this.config.secretKey)) throw new ForeignForm();
    request.body = rest;
    request.formToken = offered as string;
  }

  isFromElsewhere(request: FastifyRequest): boolean {
    return isFromElsewhere(request, this.config.baseUrl);
  }

  private visitorOf(session: SignedIn, request: FastifyRequest): SignedInUser {
    const { name, role, actingFor } = session;
    const wearer = { cookie: this.tokenOf(request) ?? '', customerId: customerOf(session) };
    return {
      userId: session.userId,
      name,
      formToken: formToken(wearer, this.config.secretKey),
      actingFor,
      isAdministrator: role === 'Admin',
    };
  }
}

function customerOf(session: SignedIn | null): number | null {
  return session && session.userId !== session.actingUserId ? session.userId : null;
}
