/**
 * `npm run sbom` prints the bill of materials of what runs: every package that the lockfile installs besides those for development,
 * as CycloneDX. `--check` prints nothing but the packages that may not be there: without a digest, or under a license that is not
 * listed here. Takes the directory to look at; without one, this checkout.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** They ask for their own notice and for nothing of the code that uses them. */
const LICENCES = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  // Fonts: they may be served with any program, under their own names.
  'OFL-1.1',
  'PostgreSQL',
]);

/** What does not name its license in a way that npm understands, as its license text has it. */
const READ_BY_HAND = new Map([
  ['htmx.org', '0BSD'],
  ['passport-http', 'MIT'],
  ['passport-http-bearer', 'MIT'],
  ['passport-strategy', 'MIT'],
  ['pause', 'MIT'],
]);

function licencesOf({ name, licenses = [] }) {
  const named = licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? '');
  return named.length > 0 ? named : [READ_BY_HAND.get(name) ?? 'none'];
}

function faultsOf(component) {
  const { name, version, hashes = [] } = component;
  const faults = licencesOf(component)
    .filter((licence) => !LICENCES.has(licence))
    .map((licence) => `is under the license "${licence}", which is not listed in bin/sbom.js`);
  if (hashes.length === 0) faults.push('has no digest');
  return faults.map((fault) => `${name}@${version} ${fault}`);
}

const words = process.argv.slice(2);
const directory = words.find((word) => !word.startsWith('--')) ?? fileURLToPath(new URL('..', import.meta.url));
const options = {
  cwd: directory,
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'ignore'],
  maxBuffer: 64 * 1024 * 1024,
  shell: process.platform === 'win32',
};
const bill = execFileSync(
  'npm',
  ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--omit', 'dev'],
  options,
);

if (!words.includes('--check')) process.stdout.write(bill);
else {
  const { components } = JSON.parse(bill);
  const faults = components.length === 0 ? ['The bill of materials is empty.'] : components.flatMap(faultsOf);
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
