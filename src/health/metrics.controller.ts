import { createHash, timingSafeEqual } from 'node:crypto';
import { Controller, Get, Header, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Access } from '../access/access.decorator.js';
import { Config } from '../config/config.js';
import { isLoopback } from '../config/formats.js';
import { AlwaysJson } from '../http/route-options.decorator.js';
import { HealthService } from './health.service.js';
import { Metrics } from '../telemetry/metrics.js';
import { MetricsPrivateError } from '../http/http-errors.js';

/**
 * For Prometheus.
 *
 * Metrics reveal business figures, so they are private: without METRICS_TOKEN they are for this machine only, and not
 * for requests that a proxy forwarded.
 */
@Access('none')
@Controller('metrics')
export class MetricsController {
  constructor(
    private readonly config: Config,
    private readonly metrics: Metrics,
    private readonly health: HealthService,
  ) {}

  /** Returns the metrics of the service in the text format of Prometheus. */
  @Get()
  @AlwaysJson()
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  async getMetrics(@Req() request: FastifyRequest): Promise<string> {
    if (!this.isAllowed(request)) throw new MetricsPrivateError();
    return this.metrics.renderPrometheus(await this.health.getDatabaseMetrics());
  }

  private isAllowed({ ip, headers }: FastifyRequest): boolean {
    const { metricsToken } = this.config;
    if (metricsToken !== null) return isEqualSecret(headers.authorization ?? '', `Bearer ${metricsToken}`);
    const forwardedBy = headers.forwarded ?? headers['x-forwarded-for'] ?? headers['x-real-ip'] ?? headers.via;
    return forwardedBy === undefined && isLoopback(ip);
  }
}

/** Compares in constant time. */
function isEqualSecret(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
