import { Controller, Get, UseGuards } from '@nestjs/common';
import { AdministratorGuard } from '../access/administrator.guard.js';
import { VenueClockService } from '../clock/venue-clock.service.js';
import { HealthService } from '../health/health.service.js';
import { OpenStreams } from '../http/open-streams.js';
import { HtmlPage } from '../http/route-options.decorator.js';
import { AdministrationService } from './administration.service.js';
import { HealthHistoryRecorder } from './health-history.provider.js';
import { serviceHealthPage } from './service-health.page.js';
import { type ServiceHealthView, toServiceHealthView } from './service-health.view.js';
import { MachineService } from './machine.service.js';

@Controller('administration/health')
@UseGuards(AdministratorGuard)
export class ServiceHealthController {
  constructor(
    private readonly administration: AdministrationService,
    private readonly machine: MachineService,
    private readonly health: HealthService,
    private readonly streams: OpenStreams,
    private readonly history: HealthHistoryRecorder,
    private readonly clock: VenueClockService,
  ) {}

  /**
   * Shows the health of the service.
   *
   * Database, exchange with its commits and snapshots, requests, streams, webhooks, memory and disk, and the history of the last hour. For administrators who act for
   * themselves. Monitoring systems use `/health/ready` and `/metrics`. A part that does not respond is null.
   *
   * @example {"at": "2026-11-22T05:12:07.481Z", "version": "0.1.0", "mode": "sandbox", "node": "v24.21.0", "started_at":
   *   "2026-11-22T04:00:00.000Z", "uptime_seconds": 4327, "database": {"version": "18.1", "bytes": 41943040, "answered_in_ms": 0.84,
   *   "connections": 6, "idle": 5, "waiting": 0}, "exchange": {"commands": 181204, "working_orders": 2113, "products": 19,
   *   "products_open_now": 15, "commits": {"count": 8120, "p50_ms": 1.2, "p99_ms": 6.81, "max_ms": 31.4, "lasting_p99_ms": 5.2}, "tables_behind":
   *   {"count": 8119, "p50_ms": 22.3, "p99_ms": 38.8, "max_ms": 61.4, "lasting_p99_ms": 37.1}}, "snapshots": {"newest": {"command": 150312, "written_at":
   *   "2026-11-22T05:04:31.006Z", "bytes": 301877}, "failure": null}, "requests": {"in_flight": 1,
   *   "answered": {"count": 240112, "p50_ms": 1.1, "p99_ms": 9.2, "max_ms": 84.1, "lasting_p99_ms": 8.9}, "faults": 0, "limited": 12}, "streams": {"open": 7},
   *   "webhooks": {"enabled": 3, "failing": 0, "disabled_by_service": 0, "waiting": 0, "waiting_since": null, "troubled": []}, "held_clock": null, "memory": {"resident_bytes":
   *   251658240, "heap_used_bytes": 104857600, "heap_total_bytes": 157286400}, "event_loop": {"delay_p99_ms": 11.2}, "disk": {"free_bytes":
   *   85899345920, "total_bytes": 270582939648}, "history": {"since": "2026-11-22T05:11:27.481Z", "every_seconds": 20, "requests_per_second": [55.2, 61.7],
   *   "response_p99_ms": [9.1, 9.4], "commands_per_second": [41.1, 48.3], "commit_p99_ms": [6.2, 7.1], "tables_behind_p99_ms": [38.2, 37.4],
   *   "event_loop_p99_ms": [11.1, 11.3], "resident_bytes": [251002880, 251658240], "open_streams": [7, 7]}}
   */
  @Get()
  @HtmlPage(serviceHealthPage)
  async getServiceHealth(): Promise<ServiceHealthView> {
    const { machine, health } = this;
    const [database, exchange, disk, process, pool] = await Promise.all([
      machine.pingDatabase(),
      machine.pingExchange(),
      machine.readDiskSpace(),
      machine.describeProcess(),
      health.getDatabaseMetrics(),
    ]);
    const [facts, troubled] =
      database === null
        ? [null, []]
        : await Promise.all([this.administration.loadFacts(), this.administration.findTroubledWebhooks()]);
    return toServiceHealthView({
      ...process,
      database,
      pool,
      exchange,
      snapshots: machine.describeSnapshots(),
      disk,
      openStreams: this.streams.size,
      history: this.history.read(),
      heldClock: this.clock.findHeldJump(),
      ...{ facts, troubled },
    });
  }
}
