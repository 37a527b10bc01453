import { Global, Module } from '@nestjs/common';
import { HealthController } from './health.controller.js';
import { HealthService } from './health.service.js';
import { MetricsController } from './metrics.controller.js';

/** What supervisors and monitoring ask: whether the service lives, whether it is ready, and its figures. */
@Global()
@Module({ controllers: [HealthController, MetricsController], providers: [HealthService], exports: [HealthService] })
export class HealthModule {}
