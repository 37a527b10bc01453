import { type DynamicModule, Global, Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { EndpointsService } from '../openapi/endpoints.service.js';
import { OpenapiModule } from '../openapi/openapi.module.js';
import type { Config } from '../config/config.js';
import { UsersModule } from '../users/users.module.js';
import { AccessGuard } from './access.guard.js';
import { AccountAccessController } from './profile/account-access.controller.js';
import { ConfirmationController, PasswordController } from './profile/password.controller.js';
import { OwnApplicationsService } from './profile/own-applications.service.js';
import { OwnSessionsService } from './profile/own-sessions.service.js';
import { SignUpController } from './profile/sign-up.controller.js';
import { AuthorizationCodeGrantService } from './oauth/authorize/authorization-code-grant.service.js';
import { AuthorizationCodesService } from './oauth/authorize/authorization-codes.service.js';
import { AuthorizationController, ConsentController } from './oauth/authorize/authorization.controller.js';
import { AuthorizationEndpointService } from './oauth/authorize/authorization-endpoint.service.js';
import { AuthorizationResultsService } from './oauth/authorize/authorization-results.service.js';
import { AuthorizationTrustService } from './oauth/authorize/authorization-trust.service.js';
import { ConsentsService } from './oauth/authorize/consents.service.js';
import { StreamAccess } from './streams/stream-access.provider.js';
import { BearerStrategy } from './bearer.strategy.js';
import { CleanUpService } from './clean-up.service.js';
import { ClientAuthenticationService } from './oauth/client-authentication.service.js';
import { ClientCredentialsGrantService } from './oauth/client-credentials-grant.service.js';
import { ClientRequests } from './client-requests.hook.js';
import { ClientStrategy } from './client.strategy.js';
import { GrantHandlersService, RefreshGrantService } from './oauth/grant-handlers.service.js';
import { IntrospectionController, TokenController, RevocationController } from './oauth/token.controller.js';
import { IntrospectionService } from './oauth/introspection.service.js';
import { DiscoveryController } from './oauth/keys/discovery.controller.js';
import { IdTokensService } from './oauth/keys/id-tokens.service.js';
import { SigningKeysService } from './oauth/keys/signing-keys.service.js';
import { PageTokenController } from './profile/page-token.controller.js';
import { PageTokensService } from './profile/page-tokens.service.js';
import { PasswordGrantService } from './oauth/password-grant.service.js';
import { RefreshTokenCookies } from './oauth/refresh-token-cookies.provider.js';
import { RefreshTokensService } from './tokens/refresh-tokens.service.js';
import { TokenRevocationService } from './oauth/token-revocation.service.js';
import { ActingController } from './sessions/acting.controller.js';
import { ActingService } from './sessions/acting.service.js';
import { ScopeGuard } from './scope.guard.js';
import { LoginController } from './sessions/login.controller.js';
import { LogoutController } from './sessions/logout.controller.js';
import { LogoutEndpointService } from './sessions/logout-endpoint.service.js';
import { FormTokenGuard } from './sessions/form-token.guard.js';
import { RecentSignInGuard } from './sessions/recent-sign-in.guard.js';
import { BrowserSessions } from './sessions/browser-sessions.provider.js';
import { SessionsService } from './sessions/sessions.service.js';
import { SignInPasswordsService } from './sign-in/sign-in-passwords.service.js';
import { SignInService } from './sign-in/sign-in.service.js';
import { SignInCallersService } from './sign-in/sign-in-callers.service.js';
import { TicketsController } from './streams/tickets.controller.js';
import { TicketsService } from './streams/tickets.service.js';
import { TokenEndpointService } from './oauth/token-endpoint.service.js';
import { TokenRejectionsService } from './oauth/token-rejections.service.js';
import { TokenIssuerService } from './tokens/token-issuer.service.js';
import { TokensService } from './tokens/tokens.service.js';
import { UserInfoController } from './oauth/user-info.controller.js';
import { RegisterNavigation } from '../pages/navigation.js';
import { findRouteScope } from './route-scopes.js';

/** The OAuth 2.0 and OpenID Connect server, and sign-in by browser. Exports only its parts of the request pipeline: routes have `@Access`, and the guard reads it. */
@RegisterNavigation({
  profile: [
    { order: 30, href: '/profile/access', label: 'Access' },
    { order: 40, href: '/profile/password', label: 'Password' },
  ],
})
@Global()
@Module({
  imports: [UsersModule, ClientsModule, OpenapiModule],
  controllers: [
    ...[TokenController, IntrospectionController, RevocationController, UserInfoController, DiscoveryController],
    ...[AuthorizationController, ConsentController, LoginController, LogoutController, ActingController],
    ...[AccountAccessController, PasswordController, ConfirmationController, TicketsController, PageTokenController],
  ],
  providers: [
    TokenIssuerService,
    TokensService,
    TokenEndpointService,
    TokenRejectionsService,
    ClientAuthenticationService,
    GrantHandlersService,
    PasswordGrantService,
    RefreshGrantService,
    AuthorizationCodeGrantService,
    ClientCredentialsGrantService,
    RefreshTokensService,
    RefreshTokenCookies,
    IntrospectionService,
    TokenRevocationService,
    SignInService,
    SignInPasswordsService,
    SignInCallersService,
    SigningKeysService,
    IdTokensService,
    CleanUpService,
    AuthorizationEndpointService,
    AuthorizationTrustService,
    AuthorizationResultsService,
    AuthorizationCodesService,
    ConsentsService,
    SessionsService,
    ActingService,
    BrowserSessions,
    FormTokenGuard,
    RecentSignInGuard,
    LogoutEndpointService,
    OwnSessionsService,
    OwnApplicationsService,
    ...[BearerStrategy, ClientStrategy, StreamAccess, TicketsService, PageTokensService],
    ...[AccessGuard, ScopeGuard, ClientRequests],
  ],
  exports: [AccessGuard, ScopeGuard, RecentSignInGuard, ClientRequests],
})
export class AuthModule {
  constructor({ routeScopes }: EndpointsService) {
    routeScopes.register(findRouteScope);
  }

  /** Registered only if the operator lets anyone register. */
  static register({ registration }: Config): DynamicModule {
    return { module: AuthModule, controllers: registration === 'anybody' ? [SignUpController] : [] };
  }
}
