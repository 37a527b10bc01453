import { parseArgs } from 'node:util';
import { backup } from './commands/backup.js';
import { clock } from './commands/clock.js';
import type { Call, Command, ExitCode } from './commands/command.js';
import { doctor } from './commands/doctor.js';
import { helpFor, helpForAll } from './commands/help.js';
import { key } from './commands/key.js';
import { migrate } from './commands/migrate.js';
import { type Output, outputTo } from './commands/output.js';
import { restore } from './commands/restore.js';
import { rotateKey } from './commands/rotate-key.js';
import { seed } from './commands/seed.js';
import { serve } from './commands/serve.js';
import { signingKey } from './commands/signing-key.js';
import { user } from './commands/user.js';
import { verify } from './commands/verify.js';
import { BadConfiguration } from './config/bad-configuration.js';
import { type Survey, surveyConfig } from './config/config.js';
import { nearest } from './config/nearest.js';
import { isTrouble } from './errors/operator-trouble.js';

/** Every word that `kontor` understands. */
const commands: readonly Command[] = [
  serve,
  migrate,
  seed,
  user,
  key,
  signingKey,
  rotateKey,
  clock,
  backup,
  restore,
  verify,
  doctor,
];

/** What every command understands besides its own options. */
const everywhere = {
  help: { type: 'boolean', short: 'h', summary: 'Explain the command and end.' },
  json: { type: 'boolean', summary: 'Print the result, or the error, as JSON.' },
} as const;

/** A command line that cannot be understood: exit code 2. */
class Misuse extends Error {}

/** The command line as a function: what was typed and the environment go in, the exit code comes out. */
export async function kontor(
  words: readonly string[],
  variables: NodeJS.ProcessEnv,
  version: string,
): Promise<ExitCode> {
  const json = words.includes('--json');
  const out = outputTo(process.stdout, process.stderr, json);
  try {
    // --json may stand before the command as well.
    return await answer(words[0] === '--json' ? words.slice(1) : words, variables, { version, out, json });
  } catch (error) {
    if (error instanceof Misuse) return complain(out, json, { code: 'usage', message: error.message, exit: 2 });
    if (isTrouble(error))
      return complain(out, json, { code: 'failed', message: error.message, mend: error.mend, exit: 1 });
    throw error;
  }
}

type Surroundings = Readonly<{ version: string; out: Output; json: boolean }>;

async function answer(
  words: readonly string[],
  variables: NodeJS.ProcessEnv,
  { version, out, json }: Surroundings,
): Promise<ExitCode> {
  const [name = '--help', ...rest] = words;
  if (name === '--version' || name === '-v') {
    out.result({ version }, version);
    return 0;
  }
  if (name === '--help' || name === '-h' || name === 'help') {
    const [subject] = rest.filter((word) => !word.startsWith('-'));
    const text = subject === undefined ? helpForAll(commands) : helpFor(find(subject), everywhere);
    out.result({ help: text }, text);
    return 0;
  }

  const command = find(name);
  const { values, positionals } = read(command, rest);
  if (values['help'] === true) {
    const text = helpFor(command, everywhere);
    out.result({ help: text }, text);
    return 0;
  }
  const survey = readSettings(command, variables, out);
  return command.run({ config: survey.config, survey, values, positionals, out, json });
}

function readSettings(command: Command, variables: NodeJS.ProcessEnv, out: Output): Survey {
  const survey = surveyConfig(variables, { makesUsers: command.makesUsers === true });
  if (survey.mistakes.length > 0 && command.takesMistakes !== true) throw new BadConfiguration(survey.mistakes);
  for (const warning of survey.config.warnings) out.progress(`Warning: ${warning}`);
  return survey;
}

function find(name: string): Command {
  const command = commands.find((candidate) => candidate.name === name);
  if (command) return command;
  const guess = nearest(
    name,
    commands.map((candidate) => candidate.name),
  );
  throw new Misuse(
    `kontor knows no command "${name}".${guess === null ? '' : ` Did you mean "${guess}"?`} See: kontor --help`,
  );
}

function read(command: Command, words: readonly string[]): Pick<Call, 'values' | 'positionals'> {
  const options = { ...command.options, ...everywhere };
  refuseUnknown(command, words, Object.keys(options));
  try {
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true, strict: true });
    const { min, max } = command.positionals ?? { min: 0, max: 0 };
    if (values.help !== true && (positionals.length < min || positionals.length > max || positionals.includes(''))) {
      const extra = positionals[max];
      throw new Misuse(extra === undefined ? 'Something is missing.' : `"${extra}" is one word too many.`);
    }
    return { values, positionals };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new Misuse(`${error.message.replace(/[^.]$/, '$&.')} Usage: kontor ${command.name} ${command.usage}`, {
      cause: error,
    });
  }
}

/** parseArgs would refuse these as well, but cannot say which option was meant. */
function refuseUnknown(command: Command, words: readonly string[], known: readonly string[]): void {
  for (const word of words) {
    if (word === '--') return;
    const name = /^--([^=]+)/.exec(word)?.[1];
    if (name === undefined || known.includes(name)) continue;
    const guess = nearest(name, known);
    throw new Misuse(
      `kontor ${command.name} knows no option --${name}.${guess === null ? '' : ` Did you mean --${guess}?`} See: kontor ${command.name} --help`,
    );
  }
}

type Complaint = Readonly<{ code: string; message: string; mend?: string; exit: ExitCode }>;

function complain(out: Output, json: boolean, { exit, ...error }: Complaint): ExitCode {
  if (json) out.result({ error }, '');
  else out.progress(error.mend === undefined ? error.message : `${error.message}\nFix: ${error.mend}`);
  return exit;
}
