import { Module } from '@nestjs/common';
import { ClientsService } from './clients.service.js';

/** API keys. */
@Module({ providers: [ClientsService], exports: [ClientsService] })
export class ClientsModule {}
