/* Which tests a change calls for: `npm run test:changed` runs them in less than a minute. `npm test` runs everything. */

/** Folders of test/ whose name differs from the module that they test. */
const otherFolders = {
  auth: ['auth', 'oauth'],
  health: ['http', 'home'],
  migrations: ['database'],
  pages: ['home', 'http'],
  process: ['http'],
  web: ['home'],
};

const testFolders = (module) => (otherFolders[module] ?? [module]).map((folder) => `test/${folder}/`);

const documents = ['test/documents'];
const rules = ['test/machine/construct-rules', 'test/machine/import-rules'];

/** Patterns of the test files to run. `importersOf` names the test files that import a file of test/support. */
export function toTestPatterns(changedFiles, importersOf) {
  return [...new Set(changedFiles.flatMap((file) => toPatterns(file, importersOf)))].sort();
}

function toPatterns(file, importersOf) {
  if (/\.(spec|e2e)\.ts$/.test(file)) return [file];
  if (file.endsWith('.md')) return documents;
  if (/^(eslint\..*|\.dependency-cruiser)\.mjs$/.test(file)) return rules;
  if (file.startsWith('test/support/')) return importersOf(file);
  const [top, folder, ...rest] = file.split('/');
  if (top === 'test' && rest.length > 0) return [`test/${folder}/`];
  if (top !== 'src') return [];
  if (rest.length === 0) return ['src/[^/]+\\.spec', 'test/home/', 'test/http/pipeline'];
  return [`${file.slice(0, file.lastIndexOf('/'))}/[^/]+\\.spec`, ...testFolders(folder)];
}
