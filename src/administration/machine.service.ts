import { statfs } from 'node:fs/promises';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';
import { isDatabaseUnavailable } from '../database/outage.js';
import { ExchangeService } from '../exchange/exchange.service.js';
import { type SnapshotStatus, SnapshotsService } from '../exchange/snapshot/snapshots.service.js';
import { readContract } from '../openapi/contract.js';
import { getEventLoopP99Ms } from '../telemetry/event-loop-delay.js';
import { Metrics, type RequestMetrics, type DurationSummary } from '../telemetry/metrics.js';

/** The database's figures. */
export type DatabaseAnswer = Readonly<{ bytes: number; version: string; milliseconds: number }>;

export type ExchangeAnswer = Readonly<{
  commands: number;
  orders: number;
  openProducts: number;
  products: number;
  commits: DurationSummary | null;
  lags: DurationSummary | null;
}>;

export type ProcessAnswer = Readonly<{
  version: string;
  mode: string;
  requests: RequestMetrics;
  eventLoopP99Ms: number;
}>;

/** How full a disk is. */
export type DiskSpace = Readonly<{ freeBytes: number; totalBytes: number }>;

/** A query whose time does not depend on the size. */
const ABOUT = `select pg_database_size(current_database())::text "bytes", current_setting('server_version') "version"`;

/**
 * The state of the machine, read on request only. An unavailable figure is null, because the others are needed all the
 * more.
 */
@Injectable()
export class MachineService {
  private readonly version = readContract().version;

  constructor(
    private readonly em: EntityManager,
    private readonly config: Config,
    private readonly exchange: ExchangeService,
    private readonly metrics: Metrics,
    private readonly snapshots: SnapshotsService,
  ) {}

  async pingDatabase(): Promise<DatabaseAnswer | null> {
    const began = performance.now();
    try {
      const [row] = await this.em.execute<{ bytes: string; version: string }[]>(ABOUT);
      return row ? { bytes: Number(row.bytes), version: row.version, milliseconds: performance.now() - began } : null;
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      return null;
    }
  }

  async pingExchange(): Promise<ExchangeAnswer | null> {
    const { commits, lags } = this.exchange;
    const counts = this.exchange.look(({ counters, orders, products }) => {
      const open = [...products.values()].filter(({ sessionIsOpen }) => sessionIsOpen);
      return {
        commands: counters.command,
        orders: orders.size,
        openProducts: open.length,
        products: products.size,
        commits: commits.summarize(),
        lags: lags.summarize(),
      };
    });
    return counts.catch(() => null);
  }

  describeSnapshots(): SnapshotStatus {
    return this.snapshots.describe();
  }

  async describeProcess(): Promise<ProcessAnswer> {
    const requests = await this.metrics.getRequestMetrics();
    return { version: this.version, mode: this.config.mode, requests, eventLoopP99Ms: getEventLoopP99Ms() };
  }

  /** The disk of the data directory, which also has the embedded database. */
  async readDiskSpace(): Promise<DiskSpace | null> {
    const found = await statfs(this.config.dataDir).catch(() => null);
    return found && { freeBytes: found.bavail * found.bsize, totalBytes: found.blocks * found.bsize };
  }
}
