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
import { HttpModule, type HttpParts } from './http/http.module.js';
import { InstrumentsModule } from './instruments/instruments.module.js';
import { MarketDataModule } from './marketdata/marketdata.module.js';
import { MarketmakerModule } from './marketmaker/marketmaker.module.js';
import { OpenapiModule } from './openapi/openapi.module.js';
import { OrdersModule } from './orders/orders.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

/** What is made before there are modules, and handed into them. `doors` are further controllers, such as a test brings along. */
export type Foundation = Readonly<{ config: Config; databaseUrl: string; http: HttpParts; doors: Type[] }>;

/** The rooms of the house, from the hall upwards. */
@Module({})
export class AppModule {
  static on({ config, databaseUrl, http, doors }: Foundation): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.of(config),
        DatabaseModule.on(databaseUrl),
        AccessModule,
        IdempotencyModule,
        HttpModule.with(http),
        ClockModule,
        AuditModule,
        OpenapiModule,
        HomeModule,
        AuthModule.on(config),
        InstrumentsModule,
        ExchangeModule,
        AccountsModule,
        OrdersModule,
        MarketDataModule,
        EventsModule,
        MarketmakerModule,
        WebhooksModule,
        DeskModule,
        AdministrationModule,
      ],
      controllers: doors,
    };
  }
}
