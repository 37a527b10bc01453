import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { AccessModule } from './access/access.module.js';
import { AuthModule } from './auth/auth.module.js';
import type { Config } from './config/config.js';
import { ConfigModule } from './config/config.module.js';
import { DatabaseModule } from './database/database.module.js';
import { HomeModule } from './home/home.module.js';
import { HttpModule } from './http/http.module.js';
import { OpenapiModule } from './openapi/openapi.module.js';

/** The rooms of the house, from the hall upwards. `doors` are further controllers, such as a test brings along. */
@Module({})
export class AppModule {
  static of(config: Config, databaseUrl: string, doors: Type[] = []): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.of(config),
        DatabaseModule.on(databaseUrl),
        AccessModule,
        HttpModule,
        OpenapiModule,
        HomeModule,
        AuthModule,
      ],
      controllers: doors,
    };
  }
}
