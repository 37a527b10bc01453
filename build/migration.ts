import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { MikroORM } from '@mikro-orm/postgresql';
import { format, resolveConfig } from 'prettier';
import { ormOptions } from '../mikro-orm.config.ts';
import { openTestCluster, template } from '../test/support/test-cluster.ts';

/**
 * `npm run migration -- orders` writes the next migration, what the entities have and a database with all migrations has not,
 * and adds it to the list in mikro-orm.config.ts. It asks a PostgreSQL of its own, so it neither needs nor touches anybody's data.
 */
const config = fileURLToPath(new URL('../mikro-orm.config.ts', import.meta.url));
const folder = fileURLToPath(new URL('../src/migrations/', import.meta.url));
const [subject = ''] = process.argv.slice(2);

async function generate(): Promise<number> {
  const { up, down } = await diffSchema();
  if (up.length === 0)
    return finishWith('The migrations make exactly what the entities describe: there is nothing to write.', 1);
  // A number that was left out is not taken later: migrations run in the order of their numbers.
  const number = String(Math.max(...readdirSync(folder).map((file) => Number(file.slice(0, 4)))) + 1).padStart(4, '0');
  const name = `${number}-${subject}`;
  const className = `${toPascalCase(subject)}${number}`;
  const file = `${folder}${name}.ts`;
  writeFileSync(file, await formatSource(file, renderMigration(className, up, down)), { flag: 'wx' });
  writeFileSync(config, addToList(readFileSync(config, 'utf8'), name, className));
  return finishWith(
    `Wrote src/migrations/${name}.ts and listed it in mikro-orm.config.ts. Read it before you commit it.`,
    0,
  );
}

/** After the import and the entry of the migration before it. */
function addToList(text: string, name: string, className: string): string {
  const imports = [...text.matchAll(/^import .* from '[.]\/src\/migrations\/.*;\n/gm)].at(-1);
  const entries = /^(?:export )?const migrations = \[\n(?: {2}.*\n)*/m.exec(text);
  if (!imports || !entries)
    throw new Error('mikro-orm.config.ts has no list of migrations, one per line, and its imports');
  const [afterImport, afterEntry] = [imports.index + imports[0].length, entries.index + entries[0].length];
  const [importLine, entry] = [
    `import { ${className} } from './src/migrations/${name}.js';\n`,
    `  { name: '${name}', class: ${className} },\n`,
  ];
  return text.slice(0, afterImport) + importLine + text.slice(afterImport, afterEntry) + entry + text.slice(afterEntry);
}

async function diffSchema(): Promise<{ up: string[]; down: string[] }> {
  const cluster = await openTestCluster();
  const orm = await MikroORM.init({ ...ormOptions(cluster.urlOf(template)), debug: false });
  try {
    const { up, down } = await orm.schema.getUpdateSchemaMigrationSQL({ wrap: false });
    return { up: splitStatements(up), down: splitStatements(down) };
  } finally {
    await orm.close();
    await cluster.close();
  }
}

const splitStatements = (sql: string): string[] =>
  sql
    .split(/;\n/)
    .map((statement) => statement.trim().replace(/;$/, ''))
    .filter((statement) => statement !== '');

function renderMigration(className: string, up: readonly string[], down: readonly string[]): string {
  const calls = (lines: readonly string[]): string =>
    lines.map((line) => `    this.addSql(${quoteTemplate(line)});\n`).join('');
  return `import { Migration } from '@mikro-orm/migrations';

export class ${className} extends Migration {
  override up(): void {
${calls(up)}  }

  override down(): void {
${calls(down)}  }
}
`;
}

const formatSource = async (file: string, text: string): Promise<string> =>
  format(text, { ...(await resolveConfig(file)), filepath: file });

const quoteTemplate = (line: string): string => `\`${line.replace(/[\\`$]/g, '\\$&')}\``;

const toPascalCase = (kebab: string): string =>
  kebab.replace(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

function finishWith(sentence: string, exitCode: number): number {
  process.stderr.write(`${sentence}\n`);
  return exitCode;
}

if (/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(subject)) process.exitCode = await generate();
else process.exitCode = finishWith('Say what changes, in kebab case: npm run migration -- watchlists', 2);
