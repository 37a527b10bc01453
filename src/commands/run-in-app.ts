import type { Type } from '@nestjs/common';
import { DomainError } from '../errors/domain-error.js';
import { OperatorError } from '../errors/operator-error.js';
import type { CommandInvocation } from './command.js';
import { toDatabaseLogger } from './database-requirements.js';

/** The services of the application, by class. */
export type AppServices = Readonly<{ get: <Service>(service: Type<Service>) => Service }>;

/**
 * Runs a command inside the application without a port, so that it behaves and is audited like a request. It may run
 * beside the service.
 */
export async function runInApp<Result>(
  { config, out }: CommandInvocation,
  purpose: string,
  work: (application: AppServices) => Promise<Result>,
): Promise<Result> {
  const [
    { MikroORM, RequestContext },
    { createApp },
    { openDatabaseForCommand },
    { migrate },
    { createLog },
    { withSecretKey },
  ] = await Promise.all([
    import('@mikro-orm/postgresql'),
    import('../process/app.js'),
    import('../database/open-database.js'),
    import('../database/migrate.js'),
    import('../telemetry/log.js'),
    import('../process/secret-key-rotation.js'),
  ]);
  const database = await openDatabaseForCommand(config, toDatabaseLogger(out), purpose);
  try {
    await migrate(database.url);
    return await withSecretKey(config, database.url, async () => {
      const app = await createApp(config, database.url, { log: createLog('silent') });
      try {
        await app.init();
        return await RequestContext.create(app.get(MikroORM).em, () =>
          work({ get: (service) => app.get(service, { strict: false }) }),
        );
      } finally {
        await app.close();
      }
    });
  } catch (error) {
    if (error instanceof DomainError)
      throw new OperatorError(error.message, `docs/errors.md says more, under ${error.code}.`, { cause: error });
    throw error;
  } finally {
    await database.close();
  }
}
