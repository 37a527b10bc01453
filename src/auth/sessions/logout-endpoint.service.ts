import { Injectable } from '@nestjs/common';
import type { Client } from '../../clients/client.entity.js';
import { ClientsService } from '../../clients/clients.service.js';
import { isOfOrigin } from '../../clients/redirect-uri.js';
import { Config } from '../../config/config.js';
import { UnknownApplicationError } from '../oauth/authorize/authorization-errors.js';
import { ConsentsService } from '../oauth/authorize/consents.service.js';
import { type IdTokenHint, IdTokensService } from '../oauth/keys/id-tokens.service.js';
import type { LogoutQuery } from './sessions.dto.js';
import { type LogoutRedirectRules, resolveLogoutTarget } from './logout-target.js';
import type { SignInSession } from './sessions.service.js';

/** The origin of a logout request, according to the browser. */
export type LogoutOrigin = Readonly<{ referer: string | undefined; origin: string | undefined; isForeign: boolean }>;

/**
 * The next step: whether to ask the user, where to redirect, whether the redirect needs a question, and whether cookies
 * are cleared.
 */
export type LogoutDecision = Readonly<{
  isConfirmed: boolean;
  location: string;
  isRedirectTrusted: boolean;
  clientId: string;
  application: string;
}>;

/** The logout of the interface (§4.1) and of OpenID Connect RP-Initiated Logout 1.0, which are one. */
@Injectable()
export class LogoutEndpointService {
  constructor(
    private readonly clients: ClientsService,
    private readonly idTokens: IdTokensService,
    private readonly consents: ConsentsService,
    private readonly config: Config,
  ) {}

  async decide(query: LogoutQuery, session: SignInSession | null, origin: LogoutOrigin): Promise<LogoutDecision> {
    const hint = query.id_token_hint === undefined ? null : await this.idTokens.verifyHint(query.id_token_hint);
    const client = await this.findClient(query.client_id ?? hint?.clientId);
    const rules = this.toRedirectRules(client, session);
    const redirectRequest = {
      redirectUri: query.redirect_uri ?? query.post_logout_redirect_uri,
      referer: origin.referer,
      state: query.state,
    };
    const location = resolveLogoutTarget(redirectRequest, rules);
    const isTrusted = await this.consents.isRedirectTrustedInSession(client, session);
    const isRequestGenuine =
      query.id_token_hint === undefined
        ? isSameOriginOrRegistered(origin, rules)
        : isHintForSession(hint, client, session);
    const isIntended = isRequestGenuine && (isTrusted || !origin.isForeign);
    return {
      isConfirmed: !session || isIntended,
      location,
      isRedirectTrusted: isTrusted || isOwnLocation(location, rules),
      clientId: client.clientId,
      application: client.name,
    };
  }

  private toRedirectRules(
    { ownerId, redirectUris, postLogoutRedirectUris }: Client,
    session: SignInSession | null,
  ): LogoutRedirectRules {
    return {
      registered: [...postLogoutRedirectUris, ...redirectUris],
      baseUrl: this.config.baseUrl,
      isOwner: session?.userId === ownerId,
    };
  }

  private async findClient(clientId: string | undefined): Promise<Client> {
    const client = clientId === undefined ? null : await this.clients.findNamed(clientId);
    if (!client) throw new UnknownApplicationError();
    return client;
  }
}

/** The hint was issued to this application, for the signed-in user or the acting administrator's customer. */
function isHintForSession(hint: IdTokenHint | null, { clientId }: Client, session: SignInSession | null): boolean {
  return (
    hint?.clientId === clientId && (!session || hint.userId === session.userId || hint.userId === session.actingUserId)
  );
}

/** From this origin or one of the application's; an old browser sends none and is trusted. */
function isSameOriginOrRegistered(
  { referer, origin, isForeign }: LogoutOrigin,
  { registered }: LogoutRedirectRules,
): boolean {
  return !isForeign || [referer, origin].some((address) => address !== undefined && isOfOrigin(address, registered));
}

function isOwnLocation(location: string, { baseUrl }: LogoutRedirectRules): boolean {
  return location.startsWith('/') || isOfOrigin(location, [baseUrl]);
}
