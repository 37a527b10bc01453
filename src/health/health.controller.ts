import { Controller, Get } from '@nestjs/common';
import { Access } from '../access/access.decorator.js';
import { OpenStreams } from '../http/open-streams.js';
import { livenessPage, readinessPage } from './health.page.js';
import { HealthService } from './health.service.js';
import type { HealthView } from './health.view.js';
import { NotReadyError } from '../http/http-errors.js';
import { AnyAccept, ForAllRoutes, HtmlPage } from '../http/route-options.decorator.js';

/**
 * For supervisors and monitoring.
 *
 * Needs no credentials and reveals nothing that is not public.
 */
@Access('none')
@Controller('health')
@ForAllRoutes(AnyAccept())
export class HealthController {
  constructor(
    private readonly health: HealthService,
    private readonly streams: OpenStreams,
  ) {}

  /**
   * The process responds.
   *
   * A supervisor may restart a process that does not.
   */
  @Get('live')
  @HtmlPage(livenessPage)
  getLiveness(): HealthView {
    return { status: 'ok' };
  }

  /** Requests may be sent here. */
  @Get('ready')
  @HtmlPage(readinessPage)
  async getReadiness(): Promise<HealthView> {
    if (this.streams.isStopping) throw new NotReadyError('The service is stopping.');
    const database = await this.health.checkDatabase();
    if (database === 'unreachable') throw new NotReadyError('The database does not answer.');
    if (database === 'migrations_pending')
      throw new NotReadyError('The database needs migrations. Run kontor migrate.');
    const parts = [...this.health.checkDependencies()];
    for (const [, reason] of parts) if (reason !== null) throw new NotReadyError(reason);
    const notices = [...this.health.collectNotices()];
    const states = [
      ...parts.map(([name]) => [name, 'ok'] as const),
      ...notices.map(([name, notice]) => [name, notice?.state ?? 'ok'] as const),
    ];
    const notes = notices.flatMap(([name, notice]) => (notice === null ? [] : [[name, notice.note] as const]));
    const checks = { database: 'ok', migrations: 'ok', ...toRecord(states) };
    return { status: 'ok', checks, ...(notes.length > 0 && { notes: toRecord(notes) }) };
  }
}

const toRecord = (entries: readonly (readonly [string, string])[]): Readonly<Record<string, string>> =>
  Object.fromEntries(entries);
