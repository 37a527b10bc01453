import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { AccessModule } from './access/access.module.js';
import { AccountsModule } from './accounts/accounts.module.js';
import { AdministrationModule } from './administration/administration.module.js';
import { AuditModule } from './audit/audit.module.js';
import { AuthModule } from './auth/auth.module.js';
import { ClockModule } from './clock/clock.module.js';
import type { Config } from './config/config.js';
import { ConfigModule } from './config/config.module.js';
import { DatabaseModule } from './database/database.module.js';
import { DeskModule } from './desk/desk.module.js';
import { EventsModule } from './events/events.module.js';
import { ExchangeModule } from './exchange/exchange.module.js';
import { HomeModule } from './home/home.module.js';
import { IdempotencyModule } from './idempotency/idempotency.module.js';
import { HttpModule, type HttpProviders } from './http/http.module.js';
import { InstrumentsModule } from './instruments/instruments.module.js';
import { MarketDataModule } from './marketdata/marketdata.module.js';
import { MarketMakerModule } from './marketmaker/marketmaker.module.js';
import { OpenapiModule } from './openapi/openapi.module.js';
import { OrdersModule } from './orders/orders.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

/** What is made before there are modules, and handed into them. `controllers` are further ones, such as a test adds. */
export type AppOptions = Readonly<{ config: Config; databaseUrl: string; http: HttpProviders; controllers: Type[] }>;

/** All modules, from the lowest layer upwards. */
@Module({})
export class AppModule {
  static forRoot({ config, databaseUrl, http, controllers: testControllers }: AppOptions): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.forRoot(config),
        DatabaseModule.forRoot(databaseUrl),
        AccessModule,
        IdempotencyModule,
        HttpModule.forRoot(http),
        ClockModule,
        AuditModule,
        OpenapiModule,
        HomeModule,
        AuthModule.register(config),
        InstrumentsModule,
        ExchangeModule,
        AccountsModule,
        OrdersModule,
        MarketDataModule,
        EventsModule,
        MarketMakerModule,
        WebhooksModule,
        DeskModule,
        AdministrationModule,
      ],
      controllers: testControllers,
    };
  }
}
