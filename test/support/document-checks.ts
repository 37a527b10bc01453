import { posix } from 'node:path';
import type { Files } from './checkout-files.js';
import { anchorsOf, codesIn, linksOf, prose } from './markdown.js';

/** Each check takes the project's files and gives its complaints, one sentence each. */
export type Check = (files: Files) => string[];

const documents = (files: Files) => [...files].filter(([path]) => path.endsWith('.md'));

function exists(files: Files, path: string): boolean {
  const wanted = path.replace(/\/$/, '');
  return wanted === '' || files.has(wanted) || [...files.keys()].some((file) => file.startsWith(`${wanted}/`));
}

export const linksResolve: Check = (files) =>
  documents(files).flatMap(([document, text]) =>
    linksOf(text)
      .filter((target) => !/^[a-z]+:/i.test(target))
      .flatMap((target) => {
        const [path = '', anchor] = target.split('#');
        const file = path === '' ? document : posix.normalize(posix.join(posix.dirname(document), decodeURI(path)));
        if (!exists(files, file)) return [`${document}: ${target} leads nowhere`];
        const isThere = anchor === undefined || !file.endsWith('.md') || anchorsOf(files.get(file) ?? '').has(anchor);
        return isThere ? [] : [`${document}: ${target} names no heading of ${file}`];
      }),
  );

/** Decisions and the changelog name files of their day, and recipes name files to come; every other document names today's files. */
export const namedFilesExist: Check = (files) =>
  documents(files)
    .filter(([document]) => !/^(?:docs\/(?:decisions|recipes)\/|CHANGELOG)/.test(document))
    .flatMap(([document, text]) =>
      codesIn(prose(text))
        .filter((code) => /^(?:src|test|bench|bin|docs|\.ci)\/[\w./-]*$/.test(code) && !exists(files, code))
        .map((code) => `${document}: there is no ${code}`),
    );

/** The glossary names types with their files: `EngineOrder` in `src/engine/order.ts`. */
export const glossaryNamesExist: Check = (files) =>
  [...(files.get('docs/glossary.md') ?? '').matchAll(/`(\w+)` in `([^`]+)`/g)]
    .filter(
      ([, name = '', file = '']) =>
        !new RegExp(`\\b(?:class|type|const|function) ${name}\\b|^ +(?:readonly )?${name}[?:(,]`, 'm').test(
          files.get(file) ?? '',
        ),
    )
    .map(([, name, file]) => `docs/glossary.md: ${name} is not declared in ${file}`);

export const namedScriptsExist: Check = (files) => {
  const { scripts } = JSON.parse(files.get('package.json') ?? '{"scripts":{}}') as { scripts: Record<string, string> };
  return documents(files).flatMap(([document, text]) =>
    [...text.matchAll(/\bnpm run ([\w:-]+)/g)]
      .filter(([, name = '']) => !(name in scripts))
      .map(([command]) => `${document}: package.json has no script for "${command}"`),
  );
};

export const readmeIsShort: Check = (files) => {
  const bytes = Buffer.byteLength(files.get('README.md') ?? '');
  return bytes > 6000 ? [`README.md has ${bytes} bytes, more than 6000`] : [];
};

export const decisionsAreComplete: Check = (files) =>
  [...files]
    .filter(([path]) => path.startsWith('docs/decisions/'))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([path, text], index) => {
      const number = String(index + 1).padStart(4, '0');
      const complaints = [
        [new RegExp(`^docs/decisions/${number}-[a-z0-9-]+\\.md$`).test(path), `is not number ${number}`],
        [text.startsWith(`# ${index + 1}. `), `is not headed "# ${index + 1}. …"`],
        [
          /^Status: (?:proposed|accepted|superseded by \[?\d{4}.*) · \d{4}-\d{2}-\d{2}$/m.test(text),
          'has no line "Status: accepted · 2026-01-31"',
        ],
        ...['Context', 'Decision', 'Consequences'].map(
          (part) => [new RegExp(`^## ${part}\\n+[^#\\s]`, 'm').test(text), `says nothing below "## ${part}"`] as const,
        ),
      ] as const;
      return complaints.filter(([holds]) => !holds).map(([, complaint]) => `${path} ${complaint}`);
    });

export const changelogHasUnreleased: Check = (files) => {
  const [first] = /^## .*$/m.exec(files.get('CHANGELOG.md') ?? '') ?? ['nothing'];
  return first === '## Unreleased' ? [] : [`CHANGELOG.md begins with ${first} instead of "## Unreleased"`];
};

/** What belongs to one machine or to a user's desk. Letters stand in brackets so that this file does not accuse itself. */
const foreign = [
  /[/]work[/](?!flows)/,
  /\bregist[r]y\.(?:npmjs|yarnpkg|npmmirror)\b/i,
  /\b(?:artif[a]ctory|verd[a]ccio|nex[u]s-?repo)/i,
  /\b(?:cl[a]ude|anthr[o]pic|chatg[p]t|open[a]i|cop[i]lot|g[e]mini)\b/i,
  /\block[c]heck\b/,
  /\bissues[ ]show\b/,
];

export const noForeignWords: Check = (files) =>
  [...files].flatMap(([path, text]) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        foreign
          .flatMap((word) => word.exec(line)?.slice(0, 1) ?? [])
          .map((found) => `${path}:${index + 1} says "${found}"`),
      ),
  );

export const noDrawers: Check = (files) =>
  [...files.keys()]
    .filter((path) =>
      /(?:^|\/)(?:(?:utils?|helpers?|common|misc|lib|shared|interfaces|types|constants)(?:\/|\.[^/]+$)|index\.[jt]s$)/.test(
        path,
      ),
    )
    .map((path) => `${path} is a drawer: name it after what it holds`);

/** Migrations are applied as listed, so the list is the truth: every file once, in the order of its number, without gaps. */
export const migrationsAreListed: Check = (files) => {
  const config = files.get('mikro-orm.config.ts') ?? '';
  const listed = [...config.matchAll(/name: '([^']+)', class:/g)].map(([, name]) => `src/migrations/${name ?? ''}.ts`);
  const present = [...files.keys()].filter((path) => path.startsWith('src/migrations/')).sort();
  return [
    ...present.filter((path) => !listed.includes(path)).map((path) => `${path} is not listed in mikro-orm.config.ts`),
    ...listed
      .filter((path) => !present.includes(path))
      .map((path) => `mikro-orm.config.ts lists ${path}, which is not there`),
    ...listed
      .filter(
        (path, index) =>
          !/^src\/migrations\/\d{4}-/.test(path) ||
          path.slice(0, 19) <= (listed[index - 1] ?? 'src/migrations/0000').slice(0, 19),
      )
      .map((path) => `${path} is out of its order`),
  ];
};

/** Every test in test/faults/ has one row in docs/faults.md, and every row there has its test. */
export const faultsHaveRows: Check = (files) => {
  const rows = [...(files.get('docs/faults.md') ?? '').matchAll(/\| `npm run faults -- ([a-z-]+)` \|$/gm)].map(
    ([, row]) => row ?? '',
  );
  const tests = [...files.keys()].flatMap((path) => /^test\/faults\/([a-z-]+)\.e2e\.ts$/.exec(path)?.[1] ?? []);
  return [
    ...tests
      .filter((test) => rows.filter((row) => row === test).length !== 1)
      .map((test) => `test/faults/${test}.e2e.ts does not have exactly one row in docs/faults.md`),
    ...rows.filter((row) => !tests.includes(row)).map((row) => `docs/faults.md has a row ${row} without a test`),
  ];
};
