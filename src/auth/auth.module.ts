import { type DynamicModule, Global, Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { OpenapiModule } from '../openapi/openapi.module.js';
import type { Config } from '../config/config.js';
import { UsersModule } from '../users/users.module.js';
import { AccessGuard } from './access.guard.js';
import { AccountAccessController } from './account/account-access.controller.js';
import { ConfirmationController } from './account/confirmation.controller.js';
import { OwnApplicationsService } from './account/own-applications.service.js';
import { OwnSessionsService } from './account/own-sessions.service.js';
import { PasswordController } from './account/password.controller.js';
import { SignUpController } from './account/sign-up.controller.js';
import { AuthorizationCodeGrantService } from './authorize/authorization-code-grant.service.js';
import { AuthorizationCodesService } from './authorize/authorization-codes.service.js';
import { AuthorizationController } from './authorize/authorization.controller.js';
import { AuthorizationEndpointService } from './authorize/authorization-endpoint.service.js';
import { AuthorizationResultsService } from './authorize/authorization-results.service.js';
import { AuthorizationTrustService } from './authorize/authorization-trust.service.js';
import { ConsentController } from './authorize/consent.controller.js';
import { ConsentsService } from './authorize/consents.service.js';
import { RedirectTrustService } from './authorize/redirect-trust.service.js';
import { StreamAccess } from './stream-access.provider.js';
import { BearerStrategy } from './bearer.strategy.js';
import { CleanUpService } from './clean-up.service.js';
import { ClientAuthenticationService } from './client-authentication.service.js';
import { ClientCredentialsGrantService } from './client-credentials-grant.service.js';
import { ClientRequests } from './client-requests.hook.js';
import { ClientStrategy } from './client.strategy.js';
import { KnownDevicesService } from './devices/known-devices.service.js';
import { GrantHandlersService } from './grant-handlers.service.js';
import { IntrospectionController } from './introspection.controller.js';
import { IntrospectionService } from './introspection.service.js';
import { DiscoveryController } from './keys/discovery.controller.js';
import { IdTokensService } from './keys/id-tokens.service.js';
import { SigningKeysService } from './keys/signing-keys.service.js';
import { PageTokenController } from './page-tokens/page-token.controller.js';
import { PageTokensService } from './page-tokens/page-tokens.service.js';
import { PasswordGrantService } from './password-grant.service.js';
import { RefreshTokenCookies } from './refresh-token-cookies.provider.js';
import { RefreshGrantService } from './refresh-grant.service.js';
import { RefreshTokensService } from './refresh-tokens.service.js';
import { RevocationController } from './revocation.controller.js';
import { TokenRevocationService } from './token-revocation.service.js';
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
import { SignInPasswordsService } from './sign-in-passwords.service.js';
import { SignInService } from './sign-in.service.js';
import { StreamOriginsService } from './stream-origins.service.js';
import { SignInCallersService } from './sign-in-callers.service.js';
import { TicketsController } from './tickets/tickets.controller.js';
import { TicketsService } from './tickets/tickets.service.js';
import { TokenController } from './token.controller.js';
import { TokenEndpointService } from './token-endpoint.service.js';
import { TokenRejectionsService } from './token-rejections.service.js';
import { TokensService } from './tokens.service.js';
import { UserInfoController } from './user-info.controller.js';
import { RegisterNavigation } from '../pages/navigation.js';

/** Authentication. Exports only its parts of the request pipeline: routes have `@Access`, and the guard reads it. */
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
    ...[
      TokensService,
      TokenEndpointService,
      TokenRejectionsService,
      ClientAuthenticationService,
      GrantHandlersService,
      PasswordGrantService,
      RefreshGrantService,
      AuthorizationCodeGrantService,
      ClientCredentialsGrantService,
    ],
    ...[
      RefreshTokensService,
      RefreshTokenCookies,
      IntrospectionService,
      TokenRevocationService,
      SignInService,
      SignInPasswordsService,
      SignInCallersService,
      KnownDevicesService,
      SigningKeysService,
      IdTokensService,
      CleanUpService,
    ],
    ...[
      AuthorizationEndpointService,
      AuthorizationTrustService,
      AuthorizationResultsService,
      AuthorizationCodesService,
      ConsentsService,
      RedirectTrustService,
    ],
    ...[
      SessionsService,
      ActingService,
      BrowserSessions,
      FormTokenGuard,
      RecentSignInGuard,
      LogoutEndpointService,
      OwnSessionsService,
      OwnApplicationsService,
    ],
    ...[BearerStrategy, ClientStrategy, StreamAccess, StreamOriginsService, TicketsService, PageTokensService],
    ...[AccessGuard, ScopeGuard, ClientRequests],
  ],
  exports: [AccessGuard, ScopeGuard, RecentSignInGuard, ClientRequests],
})
export class AuthModule {
  /** Registered only if the operator lets anyone register. */
  static register({ registration }: Config): DynamicModule {
    return { module: AuthModule, controllers: registration === 'anybody' ? [SignUpController] : [] };
  }
}
