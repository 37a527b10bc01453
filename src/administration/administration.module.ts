import { Module } from '@nestjs/common';
import { ExchangeModule } from '../exchange/exchange.module.js';
import { InstrumentsModule } from '../instruments/instruments.module.js';
import { AdministrationController } from './administration.controller.js';
import { AdministrationService } from './administration.service.js';
import { HaltsController } from './halts.controller.js';
import { HaltsService } from './halts.service.js';
import { ServiceHealthController } from './service-health.controller.js';
import { MachineService } from './machine.service.js';

/** Where administrators see what there is, what needs doing, and how the service does. Nothing is changed here: every form leads to the room that owns what it changes. */
@Module({
  imports: [ExchangeModule, InstrumentsModule],
  controllers: [AdministrationController, ServiceHealthController, HaltsController],
  providers: [AdministrationService, HaltsService, MachineService],
})
export class AdministrationModule {}
