/*
 * Finds words in documents, comments, page texts, messages and titles of tests that docs/language.md replaces: the private words of
 * earlier versions, vague pronouns, and British spellings. Code in documents (backticks and fences) and identifiers are not prose; ESLint
 * checks those. Takes the directory to look at; without one, this checkout.
 *
 * `remaining` counts, by folder, the words that are not replaced yet. A folder that has more fails.
 * `--write` lowers the numbers after words were replaced.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/* What is banned, and what to say instead. */
const banned = [
  [/\b(?:whoever|whomever|whosoever)\b/i, 'name the role: the user, the caller, the client'],
  [/\b(?:somebody|someone)\b/i, 'name the role: a user, a caller, an administrator'],
  [/\b(?:of theirs|of ours|of yours|of which)\b/i, 'name the thing'],
  [/\bdoors?\b/i, 'endpoint or route'],
  [
    /\b(?:the|a|this|whole|real|small) house\b|\bof the house\b|\bhouse rules?\b/i,
    'the service, the application or the test app',
  ],
  [/\bknock(?:s|ed|ing)?\b/i, 'request'],
  [/\b(?:rooms?|halls?)\b/i, 'module'],
  [/\bstrangers?\b/i, 'an anonymous caller'],
  [/\b(?:newcomers?|leavers?)\b/i, 'a new user, a disabled user'],
  [/\bmends?\b/i, 'fix'],
  [/\btold\b/i, 'published, notified, reported or returned'],
  [/\bcolours?\b/i, 'color'],
  [/\bbehaviours?\b/i, 'behavior'],
  [/\b(?:favours?|honours?|neighbours?|labours?)\b/i, 'the spelling with -or'],
  [/\bcentres?\b/i, 'center'],
  [/\blicences?\b/i, 'license'],
  [/\bgrey\b/i, 'gray'],
  [/\b(?:cancell(?:ed|ing)|labell(?:ed|ing)|travell(?:ed|ing)|modell(?:ed|ing)|signall(?:ed|ing))\b/i, 'one l'],
  [
    /\b\w*(?:real|recogn|organ|author|normal|initial|serial|summar|minim|maxim|util|optim|penal|custom|capital|final)is(?:e[sd]?|ing|ation)\b/i,
    'the spelling with -ize',
  ],
  [/\b(?:whilst|amongst)\b/i, 'while, among'],
  [/\bjudgement\b/i, 'judgment'],
];

const suffixes = /\.(?:md|ts|js|mjs)$/;
/* The rules themselves and their planted violations name what they ban. */
const exempt =
  /^(?:build\/check-words\.mjs|eslint\.language\.mjs|docs\/language\.md|test\/machine\/[\w-]*(?:words|rules)\.spec\.ts|src\/migrations\/.*)$/;

/* Without git, so that an unpacked archive is checked as well. */
const leftOut = new Set(['.git', 'coverage', 'data', 'dist', 'node_modules']);
const filesIn = (root, folder) =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !leftOut.has(name))
    .flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      return entry.isDirectory() ? filesIn(root, path) : path;
    });

const lineOf = (text, index) => text.slice(0, index).split('\n').length;

/* Keeps line breaks, so that places stay where they are. */
const blank = (text) => text.replace(/[^\n]/g, ' ');
const withoutCode = (text) => text.replace(/```[\s\S]*?```|`[^`\n]*`|\]\([^)\n]*\)|https?:\/\/\S+/g, blank);
/* Words of the interface and of the tables in examples, expectations and SQL: an order's state, columns, the keys of JSON. */
const withoutWireWords = (text) =>
  text.replace(/\bCancelled\b|"\w+":|\b(?:\w+_)?realised(?:_pnl)?\b(?= ?[,=+-]|\n)/g, blank);

const isText = (node) =>
  ts.isStringLiteral(node) ||
  ts.isNoSubstitutionTemplateLiteral(node) ||
  [ts.SyntaxKind.TemplateHead, ts.SyntaxKind.TemplateMiddle, ts.SyntaxKind.TemplateTail].includes(node.kind);

function proseOfScript(path, text) {
  const source = ts.createSourceFile(
    path,
    text,
    ts.ScriptTarget.Latest,
    true,
    path.endsWith('.ts') ? ts.ScriptKind.TS : ts.ScriptKind.JS,
  );
  const found = [];
  const comments = new Set();
  const visit = (node) => {
    for (const range of ts.getLeadingCommentRanges(text, node.getFullStart()) || [])
      comments.add(`${range.pos}-${range.end}`);
    for (const range of ts.getTrailingCommentRanges(text, node.end) || []) comments.add(`${range.pos}-${range.end}`);
    if (isText(node) && /[A-Za-z] [A-Za-z]/.test(node.text))
      found.push([node.getStart(), node.getText().replace(/^`|`$/g, ' ')]);
    ts.forEachChild(node, visit);
  };
  visit(source);
  for (const range of comments) {
    const [from, to] = range.split('-').map(Number);
    found.push([from, text.slice(from, to)]);
  }
  return found;
}

function problemsIn(path, text) {
  const parts = path.endsWith('.md') ? [[0, text]] : proseOfScript(path, text);
  return parts.flatMap(([start, part]) => {
    const prose = path.endsWith('.md') ? withoutCode(part) : withoutWireWords(withoutCode(part));
    return banned.flatMap(([pattern, instead]) =>
      [...prose.matchAll(new RegExp(pattern, 'gi'))].map(
        (match) => `${path}:${lineOf(text, start + match.index)}: "${match[0]}": ${instead}`,
      ),
    );
  });
}

const folderOf = (problem) => /^(?:src\/[^/]+(?=\/)|[^/:]+)/.exec(problem)[0];

const [directory] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const root = directory || fileURLToPath(new URL('..', import.meta.url));
const remaining = directory ? {} : JSON.parse(readFileSync(new URL('words-remaining.json', import.meta.url), 'utf8'));
const files = filesIn(root, '').filter((path) => suffixes.test(path) && !exempt.test(path));
const problems = files.flatMap((path) => problemsIn(path, readFileSync(join(root, path), 'utf8')));
const counts = {};
for (const problem of problems) counts[folderOf(problem)] = (counts[folderOf(problem)] || 0) + 1;
const folders = [...new Set([...Object.keys(counts), ...Object.keys(remaining)])].sort();
const wrong = folders.filter((folder) => (counts[folder] || 0) > (remaining[folder] || 0));
for (const folder of wrong) {
  console.log(`${folder}: ${counts[folder] || 0} words to replace, ${remaining[folder] || 0} expected.`);
  for (const problem of problems) if (folderOf(problem) === folder) console.log(`  ${problem}`);
}
if (process.argv.includes('--write'))
  writeFileSync(new URL('words-remaining.json', import.meta.url), `${JSON.stringify(counts, null, 2)}\n`);
else process.exitCode = wrong.length > 0 ? 1 : 0;
