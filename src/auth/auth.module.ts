import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ClientsModule } from '../clients/clients.module.js';
import { UsersModule } from '../users/users.module.js';
import { AccessGuard } from './access.guard.js';
import { BearerStrategy } from './bearer.strategy.js';
import { CleanUpService } from './clean-up.service.js';
import { ClientAuthentication } from './client-authentication.service.js';
import { ClientCredentialsGrant } from './client-credentials-grant.service.js';
import { ClientStrategy } from './client.strategy.js';
import { GrantsTable } from './grants-table.service.js';
import { IntrospectionController } from './introspection.controller.js';
import { IntrospectionService } from './introspection.service.js';
import { PasswordGrant } from './password-grant.service.js';
import { RefreshGrant } from './refresh-grant.service.js';
import { RefreshTokensService } from './refresh-tokens.service.js';
import { RevocationController } from './revocation.controller.js';
import { RevocationService } from './revocation.service.js';
import { TokenController } from './token.controller.js';
import { TokenEndpoint } from './token-endpoint.service.js';
import { TokenRefusals } from './token-refusals.service.js';
import { TokensService } from './tokens.service.js';

/** Who may come in. Exports nothing: doors carry signs, and the guard reads them. */
@Module({
  imports: [UsersModule, ClientsModule],
  controllers: [TokenController, IntrospectionController, RevocationController],
  providers: [TokensService, TokenEndpoint, CleanUpService, ClientAuthentication, IntrospectionService, RevocationService, TokenRefusals, GrantsTable, PasswordGrant, RefreshGrant, RefreshTokensService, ClientCredentialsGrant, BearerStrategy, ClientStrategy, { provide: APP_GUARD, useClass: AccessGuard }],
})
export class AuthModule {}
