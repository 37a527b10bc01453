import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FailureLog } from '../telemetry/failure-log.js';
import { Hook } from '../access/hook.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in user of the page: null without one, undefined before the look-up. */
    signedInUser?: SignedInUser | null;
    /** The form token of this response, if requested or presented. */
    formToken?: string;
    /** The last event published before the data was read: the page is at least that recent. */
    lastEventSeq?: string | null;
  }
}

/** The signed-in user as the layout shows it. */
export type SignedInUser = Readonly<{
  /** The user of the session: the customer, if an administrator acts for one. */
  userId: number;
  /** As they would call themselves. */
  name: string;
  /** The form token for this browser. */
  formToken: string;
  /** The customer that the administrator acts for. */
  actingFor: string | null;
  /** Whether the user has administrator rights; not while acting for a customer. */
  isAdministrator: boolean;
}>;

type ResolveSignedInUser = (request: FastifyRequest) => Promise<SignedInUser | null>;

/** A request rejected for lack of capacity costs no look-up, and an unavailable database is not queried. */
const SKIPPED_STATUSES: ReadonlySet<number> = new Set([429, 503]);

/**
 * Finds the signed-in user of a page, by the look-up that the module of sessions registers. Only pages need it; JSON
 * ignores cookies.
 */
@Injectable()
export class SignedInUserResolver {
  readonly lookup = Hook.required<ResolveSignedInUser>();

  constructor(private readonly failures: FailureLog) {}

  /** A page is shown without the user's name rather than not at all. Undefined means unknown. */
  async resolve(request: FastifyRequest, { statusCode }: FastifyReply): Promise<SignedInUser | null | undefined> {
    if (request.signedInUser !== undefined || SKIPPED_STATUSES.has(statusCode)) return request.signedInUser;
    try {
      request.signedInUser = await this.lookup.handler(request);
    } catch (error) {
      this.failures.warn('who looks at a page could not be found out', error, { request_id: request.id });
    }
    return request.signedInUser;
  }
}
