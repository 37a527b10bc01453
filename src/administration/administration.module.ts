import { Module } from '@nestjs/common';
import { ExchangeModule } from '../exchange/exchange.module.js';
import { InstrumentsModule } from '../instruments/instruments.module.js';
import { AdministrationController } from './administration.controller.js';
import { AdministrationService } from './administration.service.js';
import { HaltsController } from './halts.controller.js';
import { HaltsService } from './halts.service.js';
import { HealthHistoryRecorder } from './health-history.provider.js';
import { ServiceHealthController } from './service-health.controller.js';
import { MachineService } from './machine.service.js';
import { RegisterNavigation } from '../pages/navigation.js';

/** Pages for administrators: overview, tasks and health. Forms are sent to the modules that own the data. */
@RegisterNavigation({
  main: [{ order: 60, href: '/administration', label: 'Administration', visibleTo: 'administrators' }],
  administration: [
    { order: 10, href: '/administration', label: 'Overview' },
    { order: 55, href: '/administration/halts', label: 'Halts' },
    { order: 80, href: '/administration/health', label: 'Health' },
  ],
})
@Module({
  imports: [ExchangeModule, InstrumentsModule],
  controllers: [AdministrationController, ServiceHealthController, HaltsController],
  providers: [AdministrationService, HaltsService, HealthHistoryRecorder, MachineService],
})
export class AdministrationModule {}
