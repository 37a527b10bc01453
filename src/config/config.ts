import { resolve } from 'node:path';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { Environment } from './environment.dto.js';

/** What the service may know of its surroundings: typed, checked and complete. */
export class Config {
  readonly mode: 'sandbox' | 'production';
  readonly host: string;
  readonly port: number;
  readonly baseUrl: string;
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  readonly logLevel: string;

  constructor(environment: Environment) {
    this.databaseUrl = environment.DATABASE_URL ?? null;
    this.mode = environment.MODE ?? (this.databaseUrl ? 'production' : 'sandbox');
    this.host = environment.HOST;
    this.port = Number(environment.PORT);
    this.baseUrl = `http://${this.host}:${this.port}`;
    this.dataDir = resolve(environment.DATA_DIR);
    this.logLevel = environment.LOG_LEVEL;
  }
}

/** The only reader of the environment. All mistakes stop the process here, at once. */
export function readConfig(variables: NodeJS.ProcessEnv): Config {
  const environment = plainToInstance(Environment, { ...variables }, { exposeDefaultValues: true });
  const errors = validateSync(environment);
  if (errors.length > 0) throw new Error(errors.map(String).join('\n'));
  return new Config(environment);
}
