import { Injectable } from '@nestjs/common';
import type { Client } from '../../clients/client.entity.js';
import { ClientsService } from '../../clients/clients.service.js';
import { isOfOrigin } from '../../clients/redirect-uri.js';
import { Config } from '../../config/config.js';
import { UnknownApplication } from '../authorize/authorization-errors.js';
import { RedirectTrustService } from '../authorize/redirect-trust.service.js';
import { type Hint, IdTokensService } from '../keys/id-tokens.service.js';
import type { LogoutQuery } from './logout.dto.js';
import { type Grounds, logoutTarget } from './logout-target.js';
import type { SignedIn } from './sessions.service.js';

/** Where a request for a logout comes from, as its browser says. */
export type Origin = Readonly<{ referer: string | undefined; origin: string | undefined; isForeign: boolean }>;

/**
 * What is to be done: whether the user is to be asked first, where they go then, whether they may be redirected there without a
 * question, and whose cookies go with the session.
 */
export type Farewell = Readonly<{
  isCertain: boolean;
  location: string;
  isTrusted: boolean;
  clientId: string;
  application: string;
}>;

/** The logout of the interface (§4.1) and of OpenID Connect RP-Initiated Logout 1.0, which are one. */
@Injectable()
export class LogoutEndpointService {
  constructor(
    private readonly clients: ClientsService,
    private readonly idTokens: IdTokensService,
    private readonly redirects: RedirectTrustService,
    private readonly config: Config,
  ) {}

  async consider(query: LogoutQuery, session: SignedIn | null, origin: Origin): Promise<Farewell> {
    const hint = query.id_token_hint === undefined ? null : await this.idTokens.recall(query.id_token_hint);
    const client = await this.clientOf(query.client_id ?? hint?.clientId);
    const grounds = this.groundsOf(client, session);
    const wish = {
      redirectUri: query.redirect_uri ?? query.post_logout_redirect_uri,
      referer: origin.referer,
      state: query.state,
    };
    const location = logoutTarget(wish, grounds);
    const isTrusted = await this.redirects.isTrustedInSession(client, session);
    const fitsRequest =
      query.id_token_hint === undefined ? comesFromHere(origin, grounds) : fits(hint, client, session);
    const isMeant = fitsRequest && (isTrusted || !origin.isForeign);
    return {
      isCertain: !session || isMeant,
      location,
      isTrusted: isTrusted || isOurs(location, grounds),
      clientId: client.clientId,
      application: client.name,
    };
  }

  private groundsOf({ ownerId, redirectUris, postLogoutRedirectUris }: Client, session: SignedIn | null): Grounds {
    return {
      registered: [...postLogoutRedirectUris, ...redirectUris],
      baseUrl: this.config.baseUrl,
      isOwners: session?.userId === ownerId,
    };
  }

  private async clientOf(clientId: string | undefined): Promise<Client> {
    const client = clientId === undefined ? null : await this.clients.findEnabled(clientId);
    if (!client) throw new UnknownApplication();
    return client;
  }
}

/** The hint was issued to this application, and about whoever is signed in, or the customer for whom they act. */
function fits(hint: Hint | null, { clientId }: Client, session: SignedIn | null): boolean {
  return (
    hint?.clientId === clientId && (!session || hint.userId === session.userId || hint.userId === session.actingUserId)
  );
}

/** From this origin, or from one of the application's; an old browser does not say, and is believed. */
function comesFromHere({ referer, origin, isForeign }: Origin, { registered }: Grounds): boolean {
  return !isForeign || [referer, origin].some((address) => address !== undefined && isOfOrigin(address, registered));
}

function isOurs(location: string, { baseUrl }: Grounds): boolean {
  return location.startsWith('/') || isOfOrigin(location, [baseUrl]);
}
