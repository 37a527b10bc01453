import type { Files } from './checkout-files.js';
import type { Check } from './document-checks.js';
import { codesIn } from './markdown.js';

/** The page of answers, and the list of all numbers with their levels: by section, in their order. */
const PAGE = 'docs/security/asvs.md';
const LEVELS = 'docs/security/asvs-5.0.0.json';

const STATUSES = ['met', 'not applicable', 'deviation', 'open'] as const;

type Row = Readonly<{ number: string; level: string; topic: string; status: string; text: string }>;

function rowsOf(files: Files): Row[] {
  return (files.get(PAGE) ?? '').split('\n').flatMap((line) => {
    const [, number = '', level = '', topic = '', status = '', text = ''] =
      /^\| (\d+\.\d+\.\d+) \| (.*?) \| (.*?) \| (.*?) \| (.*?) ?\|$/.exec(line) ?? [];
    return number === '' ? [] : [{ number, level, topic, status, text }];
  });
}

/** The level of every requirement of levels 1 and 2. */
function levelsOf(files: Files): Map<string, string> {
  const sections = JSON.parse(files.get(LEVELS) ?? '{}') as Record<string, number[]>;
  const all = Object.entries(sections).flatMap(([section, levels]) =>
    levels.map((level, index) => [`${section}.${index + 1}`, String(level)] as const),
  );
  return new Map(all.filter(([, level]) => level !== '3'));
}

/** Every requirement of levels 1 and 2 has one row with its level and a status. */
export const asvsNumbersAreComplete: Check = (files) => {
  const rows = rowsOf(files);
  const levels = levelsOf(files);
  return [
    ...[...levels.keys()]
      .filter((number) => !rows.some((row) => row.number === number))
      .map((number) => `${PAGE}: ${number} is missing`),
    ...rows
      .filter(({ number }, index) => rows.findIndex((row) => row.number === number) < index)
      .map(({ number }) => `${PAGE}: ${number} is there twice`),
    ...rows
      .filter(({ number, level }) => levels.get(number) !== level)
      .map(({ number, level }) => `${PAGE}: ${number} is not a requirement of level ${level}`),
    ...rows
      .filter(({ status }) => !STATUSES.some((known) => known === status))
      .map(({ number, status }) => `${PAGE}: ${number} has no status, but "${status}"`),
    ...rows
      .filter(({ topic, text }) => topic === '' || text === '')
      .map(({ number }) => `${PAGE}: ${number} says nothing`),
  ];
};

/** What is met names a file, what is named exists, and a test named in quotation marks behind its file is in it. */
export const asvsEvidenceExists: Check = (files) =>
  rowsOf(files).flatMap(({ number, status, text }) => {
    const paths = codesIn(text).filter((code) =>
      /^(?:src|test|docs|bin|build)\/|^[\w.]+\.(?:md|json)$|^\.?[A-Za-z]+\.?\w*$/.test(code),
    );
    const named = paths.filter((path) => exists(files, path));
    const missing = paths.filter((path) => path.includes('/') && !exists(files, path));
    const tests = [...text.matchAll(/`([^`]+)` “([^”]+)”/g)].filter(
      ([, path = '', name = '']) => !(files.get(path) ?? '').includes(name),
    );
    return [
      ...(status === 'met' && named.length === 0 ? [`${PAGE}: ${number} is met and names no file`] : []),
      ...missing.map((path) => `${PAGE}: ${number} names ${path}, which is not there`),
      ...tests.map(([, path = '', name = '']) => `${PAGE}: ${number} names a test "${name}", which is not in ${path}`),
    ];
  });

/** The table above counts the rows below. */
export const asvsCountsAreRight: Check = (files) => {
  const rows = rowsOf(files);
  const page = files.get(PAGE) ?? '';
  return [['1', ['1']] as const, ['2', ['2']] as const, ['1 and 2', ['1', '2']] as const].flatMap(([name, levels]) => {
    const of = rows.filter(({ level }) => levels.some((one) => one === level));
    const counts = [...STATUSES.map((status) => of.filter((row) => row.status === status).length), of.length];
    const line = `| ${name} | ${counts.join(' | ')} |`;
    return page.includes(`\n${line}\n`) ? [] : [`${PAGE}: the counts should be ${line}`];
  });
};

function exists(files: Files, path: string): boolean {
  return files.has(path) || [...files.keys()].some((file) => file.startsWith(path.endsWith('/') ? path : `${path}/`));
}
