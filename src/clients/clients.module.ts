import { Module, type OnModuleInit } from '@nestjs/common';
import { AllowedOrigins } from '../http/cors.hook.js';
import { OpenapiModule } from '../openapi/openapi.module.js';
import { ClientKeysController } from './client-keys.controller.js';
import { ClientKeysService } from './client-keys.service.js';
import { ClientOriginsService } from './client-origins.service.js';
import { ClientsService } from './clients.service.js';
import { KeyCallsController } from './calls/key-calls.controller.js';
import { KeyCallsService } from './calls/key-calls.service.js';
import { KeyPagesController } from './pages/key-pages.controller.js';
import { KeyUsesService } from './key-uses.service.js';
import { MadeKeysService } from './pages/made-keys.service.js';
import { OwnExamplesService } from './pages/own-examples.service.js';
import { RegistrationsService } from '../users/registrations.service.js';
import { UsersModule } from '../users/users.module.js';
import { RegisterNavigation } from '../pages/navigation.js';

/** API keys of applications: their settings, secrets and last requests. */
@RegisterNavigation({
  profile: [{ order: 10, href: '/profile', label: 'API keys' }],
  within: { '/oauth/client': '/profile' },
})
@Module({
  imports: [OpenapiModule, UsersModule],
  controllers: [ClientKeysController, KeyPagesController, KeyCallsController],
  providers: [
    ClientsService,
    ClientKeysService,
    MadeKeysService,
    ClientOriginsService,
    KeyUsesService,
    KeyCallsService,
    OwnExamplesService,
  ],
  exports: [ClientsService, ClientKeysService, KeyCallsService, KeyUsesService, MadeKeysService],
})
export class ClientsModule implements OnModuleInit {
  constructor(
    private readonly allowed: AllowedOrigins,
    private readonly origins: ClientOriginsService,
    private readonly registrations: RegistrationsService,
    private readonly clients: ClientsService,
  ) {}

  /** Pages of registered applications may read responses. */
  onModuleInit(): void {
    this.registrations.keyOwners.register((clientId) => this.clients.findOwner(clientId));
    this.allowed.checks.register((origin) => this.origins.knows(origin));
  }
}
