import type { Config } from '../config/config.js';
import type { ConfigInspection } from '../config/read-config.js';
import type { CliOutput } from './output.js';

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
  /** For commands that run with invalid settings and read `survey` themselves. */
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
