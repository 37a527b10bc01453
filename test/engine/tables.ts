/**
 * Reads tables of cases. A case begins with `# its name`; a line is a command, `->` and what is reported of it (nothing where it makes
 * nothing happen to an order); a line that begins with `?` asks how things stand. `!` before a case's name leaves out the naive
 * venue, which knows nothing of limits and money.
 */
import { EngineFixture } from './engine-fixture.js';

type Line = Readonly<{ text: string; expected: string }>;
type Case = Readonly<{ name: string; knowsMoney: boolean; lines: readonly Line[] }>;

export function casesOf(table: string): Case[] {
  const blocks = table.split(/^\s*# /m).slice(1);
  return blocks.map((block) => {
    const [title = '', ...lines] = block.split('\n').filter((line) => line.trim() !== '');
    return { name: title.replace(/^! /, '').trim(), knowsMoney: title.startsWith('! '), lines: lines.map(readLine) };
  });
}

function readLine(line: string): Line {
  const [text = '', expected = ''] = line.split('->').map((part) => part.trim());
  return { text, expected };
}

/** The case as it ran: the actual events stand in place of what was expected. */
export function run({ lines, knowsMoney }: Case, opening?: readonly string[]): string[] {
  const floor = new EngineFixture(opening);
  return lines.map(({ text }) => {
    if (text.startsWith('?')) return `${text} -> ${floor.ask(text.slice(1).trim())}`;
    const { engine, naive } = floor.say(text);
    return knowsMoney || engine === naive
      ? `${text} -> ${engine}`
      : `${text} -> ${engine} BUT THE NAIVE VENUE SAYS ${naive}`;
  });
}

export const expectation = ({ lines }: Case): string[] => lines.map(({ text, expected }) => `${text} -> ${expected}`);
