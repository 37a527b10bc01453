/** One requirement of docs/conformance: its id, and the tests that show it, each a file and, where they are named, their titles. */
export type Requirement = Readonly<{
  id: string;
  text: string;
  source: string;
  tests: readonly Readonly<{ file: string; titles: readonly string[] }>[];
}>;

/** Reads the tables of a document in docs/conformance: id, requirement, source, tests. */
export function readRequirements(markdown: string): readonly Requirement[] {
  return [...markdown.matchAll(/^\| ([A-Z]\d\d) \| (.*) \|$/gm)].map(([, id = '', rest = '']) => {
    const [text = '', source = '', tests = ''] = rest.split(/(?<!\\) \| /).map((cell) => cell.replaceAll('\\|', '|'));
    return { id, text, source, tests: tests === '' ? [] : tests.split('<br>').map(readTests) };
  });
}

function readTests(text: string): Requirement['tests'][number] {
  const [, file = ''] = /^`([^`]+)`/.exec(text) ?? [];
  return { file, titles: [...text.matchAll(/“([^”]*)”/g)].map(([, title = '']) => title) };
}
