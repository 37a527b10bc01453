import { MikroOrmModule } from '@mikro-orm/nestjs';
import { type DynamicModule, Module } from '@nestjs/common';
import { ormOptions } from '../../mikro-orm.config.js';
import { UnitOfWork } from './unit-of-work.hook.js';

/** The connection pool of PostgreSQL. */
@Module({})
export class DatabaseModule {
  static forRoot(databaseUrl: string): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [MikroOrmModule.forRoot({ ...ormOptions(databaseUrl), registerRequestContext: false })],
      providers: [UnitOfWork],
    };
  }
}
