import type { CliCommand, CliCommandOption } from './command.js';

const exitCodes = `Exit codes: 0 done, 1 failed (the reason is on standard error), 2 the command line was not understood.`;

export function formatHelp(commands: readonly CliCommand[]): string {
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

export function formatCommandHelp(
  command: CliCommand,
  commonOptions: Readonly<Record<string, CliCommandOption>>,
): string {
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
