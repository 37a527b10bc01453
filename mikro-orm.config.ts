import { Migrator } from '@mikro-orm/migrations';
import { ReflectMetadataProvider } from '@mikro-orm/decorators/legacy';
import { defineConfig, type Options } from '@mikro-orm/postgresql';
import { readConfig } from './src/config/config.js';
import { User } from './src/users/user.entity.js';

/** The schema's table of contents: one line per entity, no globs. */
const entities = [User];

/** The options for one database; the service, the tests and the command line all come through here. */
export function ormOptions(databaseUrl: string): Options {
  return defineConfig({
    clientUrl: databaseUrl,
    entities,
    metadataProvider: ReflectMetadataProvider,
    extensions: [Migrator],
  });
}

/** For MikroORM's own command line, which wants a default export. */
export default (): Options => ormOptions(readConfig(process.env).databaseUrl ?? '');
