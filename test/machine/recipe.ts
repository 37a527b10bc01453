/** What a page of docs/recipes tells its reader to do, in its order. */
export type Step =
  | Readonly<{ kind: 'write'; path: string; text: string }>
  | Readonly<{ kind: 'change'; path: string; from: string; to: string }>
  | Readonly<{ kind: 'run'; command: string }>;

const piece = /^`([^`\n]+)`$|^```(\w+)\n([\s\S]*?)^```$/gm;

/**
 * Below the heading that begins with "Recipe": a path alone on its line heads the blocks after it. `sh` is typed into a shell, line
 * by line; `diff` changes the file at that path; anything else is the whole file.
 */
export function stepsOf(text: string): Step[] {
  const start = text.search(/^# Recipe/m);
  if (start < 0) throw new Error('there is no heading that begins with "Recipe"');
  let path = '';
  return [...text.slice(start).matchAll(piece)].flatMap(([, heading, language, body = '']): Step[] => {
    if (heading !== undefined) path = heading;
    if (language === undefined) return [];
    if (language === 'sh')
      return body
        .trim()
        .split('\n')
        .map((command) => ({ kind: 'run', command }));
    if (path === '') throw new Error(`no path heads the block that begins with ${body.slice(0, 60)}`);
    return [language === 'diff' ? change(path, body) : { kind: 'write', path, text: body }];
  });
}

function change(path: string, diff: string): Step {
  const lines = diff.split('\n').slice(0, -1);
  const side = (mark: string) =>
    lines
      .filter((line) => !line.startsWith(mark))
      .map((line) => `${line.slice(1)}\n`)
      .join('');
  return { kind: 'change', path, from: side('+'), to: side('-') };
}

/** The text with the change made; the place must be there once, or the recipe has gone stale. */
export function changed(text: string, { path, from, to }: Extract<Step, { kind: 'change' }>): string {
  const lineStarts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const [place = 0, ...others] = lineStarts.filter((start) => text.startsWith(from, start));
  if (others.length > 0 || !text.startsWith(from, place))
    throw new Error(`${path} does not have these lines exactly once:\n${from}`);
  return text.slice(0, place) + to + text.slice(place + from.length);
}
