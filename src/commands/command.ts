import type { Config, ConfigInspection } from '../config/config.js';
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
 * One word of the command line. A command's file stays light: whatever is heavy (the application, the database) is imported
 * inside `run`, so that help and a mistake in the options are answered at once.
 */
export type CliCommand = Readonly<{
  name: string;
  summary: string;
  /** What follows the name: `[options] <file>`. */
  usage: string;
  /** Whole command lines, each as it would be typed. */
  examples: readonly string[];
  options: Readonly<Record<string, CliCommandOption>>;
  /** How many words may follow the options. Without it, none. */
  positionals?: Readonly<{ min: number; max: number }>;
  /** Set by what makes the first users: then the settings have to say who they are, where nobody is made up. */
  createsFirstUser?: true;
  /** Set by what runs however wrong the settings are, and looks into the `survey` itself. */
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
