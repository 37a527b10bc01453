import { MikroOrmModule } from '@mikro-orm/nestjs';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { ormOptions } from '../../mikro-orm.config.js';
import { PreparedStatementsService } from './prepared-statements.service.js';
import { createWaitingDriver, ProjectedTables } from './projected-tables.js';
import { UnitOfWork } from './unit-of-work.hook.js';

/** The connection pool of PostgreSQL. */
@Global()
@Module({})
export class DatabaseModule {
  static forRoot(databaseUrl: string): DynamicModule {
    const projectedTables = new ProjectedTables();
    const options = { ...ormOptions(databaseUrl), driver: createWaitingDriver(projectedTables) };
    return {
      module: DatabaseModule,
      imports: [MikroOrmModule.forRoot({ ...options, registerRequestContext: false })],
      providers: [UnitOfWork, PreparedStatementsService, { provide: ProjectedTables, useValue: projectedTables }],
      exports: [ProjectedTables, PreparedStatementsService],
    };
  }
}
