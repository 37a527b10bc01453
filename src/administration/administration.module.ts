import { Module } from '@nestjs/common';
import { ExchangeModule } from '../exchange/exchange.module.js';
import { InstrumentsModule } from '../instruments/instruments.module.js';
import { AdministrationController } from './administration.controller.js';
import { AdministrationService } from './administration.service.js';
import { HaltsController } from './halts.controller.js';
import { HaltsService } from './halts.service.js';
import { ServiceHealthController } from './service-health.controller.js';
import { MachineService } from './machine.service.js';

/** Pages for administrators: overview, tasks and health. Forms are sent to the modules that own the data. */
@Module({
  imports: [ExchangeModule, InstrumentsModule],
  controllers: [AdministrationController, ServiceHealthController, HaltsController],
  providers: [AdministrationService, HaltsService, MachineService],
})
export class AdministrationModule {}
