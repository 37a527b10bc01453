import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Config } from './config.js';

/** Provides `Config`, the environment as it was read once. */
@Global()
@Module({})
export class ConfigModule {
  static forRoot(config: Config): DynamicModule {
    return { module: ConfigModule, providers: [{ provide: Config, useValue: config }], exports: [Config] };
  }
}
