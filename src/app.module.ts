import { type DynamicModule, Module, type OnModuleInit, type Provider, type Type } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE, ModulesContainer } from '@nestjs/core';
import { AccessModule } from './access/access.module.js';
import { findMissingRegistrations } from './access/hook.js';
import { AccountsModule } from './accounts/accounts.module.js';
import { AdministrationModule } from './administration/administration.module.js';
import { AlertsModule } from './alerts/alerts.module.js';
import { AuditModule } from './audit/audit.module.js';
import { AuthModule } from './auth/auth.module.js';
import { ClockModule } from './clock/clock.module.js';
import type { Config } from './config/config.js';
import { ConfigModule } from './config/config.module.js';
import { DatabaseModule } from './database/database.module.js';
import { DeskModule } from './desk/desk.module.js';
import { EventsModule } from './events/events.module.js';
import { ExchangeModule } from './exchange/exchange.module.js';
import { HealthModule } from './health/health.module.js';
import { HomeModule } from './home/home.module.js';
import { IdempotencyModule } from './idempotency/idempotency.module.js';
import { HttpModule } from './http/http.module.js';
import { ServiceFacts } from './http/page-context.hook.js';
import { InstrumentsModule } from './instruments/instruments.module.js';
import { MarketDataModule } from './marketdata/marketdata.module.js';
import { MarketMakerModule } from './marketmaker/marketmaker.module.js';
import { readContract } from './openapi/contract.js';
import { OpenapiModule } from './openapi/openapi.module.js';
import { OrdersModule } from './orders/orders.module.js';
import { pipeline } from './pipeline.js';
import { ReconciliationModule } from './reconciliation/reconciliation.module.js';
import type { Log } from './telemetry/log.js';
import { TelemetryModule } from './telemetry/telemetry.module.js';
import { WatchlistsModule } from './watchlists/watchlists.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

/** What is made before there are modules, and handed into them. `controllers` are further ones, such as a test adds. */
export type AppOptions = Readonly<{ config: Config; databaseUrl: string; log: Log; controllers: Type[] }>;

const provideAll = (token: string, parts: readonly Type[]): Provider[] =>
  parts.map((part) => ({ provide: token, useExisting: part }));

/** All modules, from the lowest layer upwards. */
@Module({})
export class AppModule implements OnModuleInit {
  constructor(private readonly modules: ModulesContainer) {}

  /** Nest initializes this module last, so all others have registered. */
  onModuleInit(): void {
    const providers = [...this.modules.values()].flatMap((module) => [...module.providers.values()]);
    const missing = findMissingRegistrations(providers.map(({ instance }) => instance));
    if (missing.length > 0) throw new Error(`No module has registered for ${missing.join(', ')}.`);
  }

  static forRoot({ config, databaseUrl, log, controllers }: AppOptions): DynamicModule {
    const { version, errors } = readContract();
    const findFix = (code: string): string | null => errors.find((section) => section.code === code)?.fix ?? null;
    return {
      module: AppModule,
      imports: [
        ConfigModule.forRoot(config),
        TelemetryModule.forRoot(log),
        DatabaseModule.forRoot(databaseUrl),
        AccessModule,
        IdempotencyModule,
        HttpModule.forRoot(new ServiceFacts(version, findFix)),
        HealthModule,
        ClockModule,
        AuditModule,
        OpenapiModule,
        HomeModule,
        AuthModule.register(config),
        InstrumentsModule,
        ExchangeModule,
        AccountsModule,
        ReconciliationModule,
        OrdersModule,
        MarketDataModule,
        EventsModule,
        MarketMakerModule,
        AlertsModule,
        WebhooksModule,
        WatchlistsModule,
        DeskModule,
        AdministrationModule,
      ],
      controllers,
      providers: [
        ...provideAll(APP_GUARD, pipeline.guards),
        ...provideAll(APP_PIPE, pipeline.pipes),
        ...provideAll(APP_FILTER, pipeline.filters),
      ],
    };
  }
}
