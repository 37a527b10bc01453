import type { Config } from '../config/config.js';
import type { ConfigInspection } from '../config/read-config.js';

/** A command line that cannot be understood, with what to write instead where that is not said already: exit code 2. */
export class UsageError extends Error {
  constructor(
    message: string,
    readonly fix?: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'UsageError';
  }
}

/**
 * The output of a command: results on standard output, progress on standard error, so that results can be piped. After
 * the result of `serve` standard output has the service's log: JSON lines, or readable ones at a terminal.
 */
export type CliOutput = Readonly<{
  /** The result: JSON with --json, otherwise text. Called once per command. */
  result(value: unknown, text: string): void;
  /** Progress: a line on standard error. */
  progress(line: string): void;
}>;

type Stream = Readonly<{ write(text: string): unknown }>;

export function createOutput(stdout: Stream, stderr: Stream, json: boolean): CliOutput {
  return {
    result: (value, text) => void stdout.write(json ? `${JSON.stringify(value, null, 2)}\n` : `${text}\n`),
    progress: (line) => void stderr.write(`${line}\n`),
  };
}

/** The exit codes of every command; `kontor --help` prints them. */
export type ExitCode = 0 | 1 | 2;

/** One option of a command, in the words of node:util's parseArgs, and a sentence for the help. */
export type CliCommandOption = Readonly<{
  type: 'string' | 'boolean';
  short?: string;
  multiple?: boolean;
  summary: string;
}>;

/**
 * A command. Its file stays light: heavy imports (the application, the database) are inside `run`, so that help and
 * invalid options are fast.
 */
export type CliCommand = Readonly<{
  name: string;
  summary: string;
  /** The arguments after the name: `[options] <file>`. */
  usage: string;
  /** Example command lines. */
  examples: readonly string[];
  options: Readonly<Record<string, CliCommandOption>>;
  /** The maximum number of words after the options; none by default. */
  positionals?: Readonly<{ min: number; max: number }>;
  /** For commands that create the first users: then the settings must name them in production. */
  createsFirstUser?: true;
  /** For commands that run with invalid settings and read `inspection` themselves. */
  acceptsInvalidConfig?: true;
  run(invocation: CommandInvocation): Promise<ExitCode>;
}>;

/** What a command is called with. */
export type CommandInvocation = Readonly<{
  config: Config;
  inspection: ConfigInspection;
  values: Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;
  positionals: readonly string[];
  out: CliOutput;
  json: boolean;
}>;

/** The actions of a command by the word that names them. */
export type CliActions = Readonly<Record<string, CliCommand['run']>>;

export function requireAction(command: string, actions: CliActions, word = ''): CliCommand['run'] {
  const action = Object.hasOwn(actions, word) ? actions[word] : undefined;
  if (action) return action;
  throw new UsageError(`kontor ${command} knows no "${word}".`, `It knows ${Object.keys(actions).join(', ')}.`);
}
