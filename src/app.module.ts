import { type DynamicModule, Module } from '@nestjs/common';
import { AuthModule } from './auth/auth.module.js';
import type { Config } from './config/config.js';
import { ConfigModule } from './config/config.module.js';
import { DatabaseModule } from './database/database.module.js';
import { HttpModule } from './http/http.module.js';

/** The rooms of the house, from the hall upwards. */
@Module({})
export class AppModule {
  static of(config: Config, databaseUrl: string): DynamicModule {
    return {
      module: AppModule,
      imports: [ConfigModule.of(config), DatabaseModule.on(databaseUrl), HttpModule, AuthModule],
    };
  }
}
