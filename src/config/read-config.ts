import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { OperatorError } from '../errors/operator-error.js';
import { Config } from './config.js';
import { Environment, secretVariables } from './environment.dto.js';
import {
  findBrokenRules,
  findDatabaseWarnings,
  findMissingBootstrap,
  findUnknownVariables,
} from './environment-rules.js';

/** All mistakes in the environment at once, so that one start shows all of them. */
export class ConfigurationError extends OperatorError {
  constructor(readonly mistakes: readonly string[]) {
    const count = mistakes.length === 1 ? 'One setting is' : `${mistakes.length} settings are`;
    super(
      [`${count} wrong:`, ...mistakes.map((mistake) => `  - ${mistake}`)].join('\n'),
      'Fix them in the environment or in the file .env; .env.example explains each.',
    );
    this.name = 'ConfigurationError';
  }
}

/**
 * The settings and the mistakes: `config` has defaults in place of invalid values, for callers that need the rest, and
 * `wrong` names the invalid variables.
 */
export type ConfigInspection = Readonly<{
  config: Config;
  mistakes: readonly string[];
  invalidVariables: ReadonlySet<string>;
}>;

/** Only the process that creates the first users needs their email and password. */
export type InspectionOptions = Readonly<{ createsFirstUser: boolean }>;

/** Reads the environment. All mistakes are reported at once, each with its fix. */
export function readConfig(variables: NodeJS.ProcessEnv, options?: InspectionOptions): Config {
  const { config, mistakes } = inspectConfig(variables, options);
  if (mistakes.length > 0) throw new ConfigurationError(mistakes);
  return config;
}

export function inspectConfig(
  variables: NodeJS.ProcessEnv,
  { createsFirstUser }: InspectionOptions = { createsFirstUser: false },
): ConfigInspection {
  const known = Object.keys(new Environment());
  // An empty variable counts as unset.
  const setVariables = Object.fromEntries(known.flatMap((name) => (variables[name] ? [[name, variables[name]]] : [])));
  const environment = plainToInstance(Environment, setVariables);
  const errors = validateSync(environment, { stopAtFirstError: true });
  const invalidVariables = new Set(errors.map(({ property }) => property));
  const validEnvironment = plainToInstance(
    Environment,
    Object.fromEntries(Object.entries(setVariables).filter(([name]) => !invalidVariables.has(name))),
  );
  const mistakes = [
    ...errors.map(({ property, constraints = {} }) =>
      describeMistake(property, variables[property], Object.values(constraints)[0] ?? ''),
    ),
    ...findBrokenRules(environment, invalidVariables),
    ...(createsFirstUser && !['MODE', 'DATABASE_URL', 'DATA_DIR'].some((name) => invalidVariables.has(name))
      ? findMissingBootstrap(environment)
      : []),
  ];
  return {
    config: new Config(validEnvironment, [
      ...findUnknownVariables(Object.keys(variables), known),
      ...findDatabaseWarnings(validEnvironment.DATABASE_URL),
    ]),
    mistakes,
    invalidVariables,
  };
}

function describeMistake(name: string, value: string | undefined, expected: string): string {
  const shownValue = secretVariables.includes(name) ? 'not usable (its value is not shown)' : JSON.stringify(value);
  return `${name} is ${shownValue}: it must be ${expected}.`;
}

/**
 * The warning at the start in production: the interface has two grants that RFC 9700 (§2.1.2, §2.4) discourages. Null
 * without them, and in the sandbox.
 */
export function formatDiscouragedGrantsNotice({
  mode,
  allowsImplicit,
  allowsPassword,
}: Pick<Config, 'mode' | 'allowsImplicit' | 'allowsPassword'>): string | null {
  const on = [...(allowsPassword ? ['OAUTH_ALLOW_PASSWORD'] : []), ...(allowsImplicit ? ['OAUTH_ALLOW_IMPLICIT'] : [])];
  if (mode !== 'production' || on.length === 0) return null;
  const grants = on.map((name) => name.replace('OAUTH_ALLOW_', '').toLowerCase()).join(' and ');
  return `Notice: the grant${on.length > 1 ? 's' : ''} ${grants}, against which RFC 9700 advises, ${on.length > 1 ? 'are' : 'is'} on; ${on.map((name) => `${name}=0`).join(' and ')} would change that.`;
}
