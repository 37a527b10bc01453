import { parseArgs } from 'node:util';
import { backupCommand } from './backup.js';
import { clockCommand } from './clock.js';
import {
  type CommandInvocation,
  type CliCommand,
  type ExitCode,
  type CliOutput,
  createOutput,
  type CliCommandOption,
  UsageError,
} from './command.js';
import { doctorCommand } from './doctor.js';
import { journalCommand } from './journal.js';
import { keyCommand } from './key.js';
import { migrateCommand } from './migrate.js';
import { rebuildCommand } from './rebuild.js';
import { restoreCommand } from './restore.js';
import { rotateKeyCommand } from './rotate-key.js';
import { seedCommand } from './seed.js';
import { serveCommand } from './serve.js';
import { signingKeyCommand } from './signing-key.js';
import { snapshotCommand } from './snapshot.js';
import { userCommand } from './user.js';
import { verifyCommand } from './verify.js';
import { isOperatorError } from '../errors/operator-error.js';
import { type ConfigInspection, ConfigurationError, inspectConfig } from '../config/read-config.js';
import { findNearestName } from '../errors/field-names.js';

const exitCodes = `Exit codes: 0 done, 1 failed (the reason is on standard error), 2 the command line was not understood.`;

function formatHelp(commands: readonly CliCommand[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return [
    'Usage: kontor <command> [options]',
    '',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    'kontor <command> --help explains one of them; --version says which release this is.',
    'Settings come from the environment and from the file .env; .env.example explains each.',
    exitCodes,
    '',
    'Examples:',
    ...commands.flatMap(({ examples }) => examples.slice(0, 1)).map((example) => `  ${example}`),
  ].join('\n');
}

function formatCommandHelp(command: CliCommand, commonOptions: Readonly<Record<string, CliCommandOption>>): string {
  const options = Object.entries({ ...command.options, ...commonOptions }).map(([name, option]) => ({
    spelled: formatOption(name, option),
    summary: option.summary,
  }));
  const width = Math.max(...options.map(({ spelled: syntax }) => syntax.length));
  return [
    `Usage: kontor ${command.name} ${command.usage}`,
    '',
    command.summary,
    '',
    'Options:',
    ...options.map(({ spelled: syntax, summary }) => `  ${syntax.padEnd(width)}  ${summary}`),
    '',
    exitCodes,
    '',
    'Examples:',
    ...command.examples.map((example) => `  ${example}`),
  ].join('\n');
}

function formatOption(name: string, { short, type }: CliCommandOption): string {
  return `${short === undefined ? '' : `-${short}, `}--${name}${type === 'string' ? ' <value>' : ''}`;
}

/** Every word that `kontor` understands. */
const commands: readonly CliCommand[] = [
  serveCommand,
  migrateCommand,
  seedCommand,
  userCommand,
  keyCommand,
  signingKeyCommand,
  rotateKeyCommand,
  clockCommand,
  backupCommand,
  restoreCommand,
  verifyCommand,
  journalCommand,
  rebuildCommand,
  snapshotCommand,
  doctorCommand,
];

/** What every command understands besides its own options. */
const commonOptions = {
  help: { type: 'boolean', short: 'h', summary: 'Explain the command and end.' },
  json: { type: 'boolean', summary: 'Print the result, or the error, as JSON.' },
} as const;

/** The command line as a function: what was typed and the environment go in, the exit code comes out. */
export async function runCli(
  args: readonly string[],
  variables: NodeJS.ProcessEnv,
  version: string,
): Promise<ExitCode> {
  const json = args.includes('--json');
  const out = createOutput(process.stdout, process.stderr, json);
  try {
    // --json may stand before the command as well.
    return await dispatch(args[0] === '--json' ? args.slice(1) : args, variables, { version, out, json });
  } catch (error) {
    if (error instanceof UsageError)
      return printError(out, json, { code: 'usage', message: error.message, fix: error.fix, exit: 2 });
    if (isOperatorError(error))
      return printError(out, json, { code: 'failed', message: error.message, fix: error.fix, exit: 1 });
    throw error;
  }
}

type CliContext = Readonly<{ version: string; out: CliOutput; json: boolean }>;

async function dispatch(
  args: readonly string[],
  variables: NodeJS.ProcessEnv,
  { version, out, json }: CliContext,
): Promise<ExitCode> {
  const [name = '--help', ...rest] = args;
  if (name === '--version' || name === '-v') {
    out.result({ version }, version);
    return 0;
  }
  if (name === '--help' || name === '-h' || name === 'help') {
    const [subject] = rest.filter((word) => !word.startsWith('-'));
    const text = subject === undefined ? formatHelp(commands) : formatCommandHelp(findCommand(subject), commonOptions);
    out.result({ help: text }, text);
    return 0;
  }

  const command = findCommand(name);
  const { values, positionals } = parseCommandLine(command, rest);
  if (values['help'] === true) {
    const text = formatCommandHelp(command, commonOptions);
    out.result({ help: text }, text);
    return 0;
  }
  const inspection = loadSettings(command, variables, out);
  return command.run({ config: inspection.config, inspection, values, positionals, out, json });
}

function loadSettings(command: CliCommand, variables: NodeJS.ProcessEnv, out: CliOutput): ConfigInspection {
  const inspection = inspectConfig(variables, { createsFirstUser: command.createsFirstUser === true });
  if (inspection.mistakes.length > 0 && command.acceptsInvalidConfig !== true)
    throw new ConfigurationError(inspection.mistakes);
  for (const warning of inspection.config.warnings) out.progress(`Warning: ${warning}`);
  return inspection;
}

function findCommand(name: string): CliCommand {
  const command = commands.find((candidate) => candidate.name === name);
  if (command) return command;
  const guess = findNearestName(
    name,
    commands.map((candidate) => candidate.name),
  );
  throw new UsageError(
    `kontor knows no command "${name}".${guess === null ? '' : ` Did you mean "${guess}"?`} See: kontor --help`,
  );
}

function parseCommandLine(
  command: CliCommand,
  args: readonly string[],
): Pick<CommandInvocation, 'values' | 'positionals'> {
  const options = { ...command.options, ...commonOptions };
  rejectUnknownOptions(command, args, Object.keys(options));
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
    const { min, max } = command.positionals ?? { min: 0, max: 0 };
    if (values.help !== true && (positionals.length < min || positionals.length > max || positionals.includes(''))) {
      const extra = positionals[max];
      throw new UsageError(extra === undefined ? 'Something is missing.' : `"${extra}" is one word too many.`);
    }
    return { values, positionals };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new UsageError(
      `${error.message.replace(/[^.]$/, '$&.')} Usage: kontor ${command.name} ${command.usage}`,
      undefined,
      { cause: error },
    );
  }
}

/** parseArgs would refuse these as well, but cannot say which option was meant. */
function rejectUnknownOptions(command: CliCommand, args: readonly string[], known: readonly string[]): void {
  for (const word of args) {
    if (word === '--') return;
    const name = /^--([^=]+)/.exec(word)?.[1];
    if (name === undefined || known.includes(name)) continue;
    const guess = findNearestName(name, known);
    throw new UsageError(
      `kontor ${command.name} knows no option --${name}.${guess === null ? '' : ` Did you mean --${guess}?`} See: kontor ${command.name} --help`,
    );
  }
}

type CliError = Readonly<{ code: string; message: string; fix: string | undefined; exit: ExitCode }>;

function printError(out: CliOutput, json: boolean, { exit, ...error }: CliError): ExitCode {
  if (json) out.result({ error }, '');
  else out.progress(error.fix === undefined ? error.message : `${error.message}\nFix: ${error.fix}`);
  return exit;
}
