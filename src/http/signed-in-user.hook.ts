import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FailureLog } from '../telemetry/failure-log.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who looks at the page: null when nobody is signed in, undefined as long as nobody has asked. */
    signedInUser?: SignedInUser | null;
    /** The form token of this response, where it was requested or presented. */
    formToken?: string;
    /** The last event published before the data was read: a page is no older than that. */
    lastEventSeq?: string | null;
  }
}

/** The signed-in user, as the frame around every page shows them. */
export type SignedInUser = Readonly<{
  /** As whom they are here: the customer, where an administrator acts for one. */
  userId: number;
  /** As they would call themselves. */
  name: string;
  /** What the hidden field `form_token` of a form carries, to show that this service wrote it for this browser. */
  formToken: string;
  /** The customer for whom an administrator acts at the moment. */
  actingFor: string | null;
  /** Whether what only administrators may do is open to them; it is not while they act for a customer. */
  isAdministrator: boolean;
}>;

type ResolveSignedInUser = (request: FastifyRequest) => Promise<SignedInUser | null>;

/** A request that is refused for lack of capacity costs nothing more, and a lost database is not asked who the user is. */
const SKIPPED_STATUSES: ReadonlySet<number> = new Set([429, 503]);

/** Finds the signed-in user of a page: none, until the module that keeps sessions registers itself. Only pages ask; JSON ignores cookies. */
export class SignedInUserResolver {
  private resolveUser: ResolveSignedInUser = () => Promise.resolve(null);

  constructor(private readonly failures: FailureLog) {}

  setResolver(resolveUser: ResolveSignedInUser): void {
    this.resolveUser = resolveUser;
  }

  /** A page is shown without its reader's name rather than not at all. Undefined means that it is not known. */
  async resolve(request: FastifyRequest, { statusCode }: FastifyReply): Promise<SignedInUser | null | undefined> {
    if (request.signedInUser !== undefined || SKIPPED_STATUSES.has(statusCode)) return request.signedInUser;
    try {
      request.signedInUser = await this.resolveUser(request);
    } catch (error) {
      this.failures.warn('who looks at a page could not be found out', error, { request_id: request.id });
    }
    return request.signedInUser;
  }
}
