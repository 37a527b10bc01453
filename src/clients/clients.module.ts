import { Module } from '@nestjs/common';
import { ClientKeysController } from './client-keys.controller.js';
import { ClientKeysService } from './client-keys.service.js';
import { ClientsService } from './clients.service.js';

/** API keys. */
@Module({ controllers: [ClientKeysController], providers: [ClientsService, ClientKeysService], exports: [ClientsService] })
export class ClientsModule {}
