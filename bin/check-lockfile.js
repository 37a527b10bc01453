/**
 * Says no to a package.json and package-lock.json with which `npm ci` would fail on another machine, or would fetch
 * something other than what was read here. Takes the directory to look at; without one, this checkout.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const KINDS = ['dependencies', 'optionalDependencies', 'devDependencies'];
const EXACT = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;

/** Every wish of package.json names one version: a range is another program tomorrow. */
function rangesIn(manifest) {
  const wishes = KINDS.flatMap((kind) => Object.entries(manifest[kind] || {}).map((entry) => [kind].concat(entry)));
  return wishes
    .concat(overridesIn(manifest.overrides || {}, 'overrides'))
    .filter(([, , version]) => !EXACT.test(version))
    .map(([kind, name, version]) => `package.json: ${kind} asks for ${name} "${version}"; name one exact version`);
}

function overridesIn(overrides, path) {
  return Object.entries(overrides).flatMap(([name, version]) =>
    typeof version === 'string' ? [[path, name, version]] : overridesIn(version, `${path}.${name}`),
  );
}

/** The lockfile's idea of this package is package.json itself; otherwise `npm ci` refuses to begin. */
function disagreements(manifest, lock) {
  const root = (lock.packages || {})[''] || {};
  const sorted = (wishes) => JSON.stringify(Object.entries(wishes || {}).sort());
  return KINDS.filter((kind) => sorted(manifest[kind]) !== sorted(root[kind])).map(
    (kind) => `package-lock.json: its ${kind} are not those of package.json; run npm install`,
  );
}

/** One locked package: whole, verifiable, and from whichever registry the machine uses. */
function faultsOf([path, locked]) {
  const faults = [];
  if (locked.link || !EXACT.test(locked.version)) faults.push('is not a released version');
  if (locked.resolved) faults.push(`is bound to the address ${locked.resolved}; take "resolved" out`);
  if (!locked.inBundle && !/^sha512-/.test(locked.integrity || '')) faults.push('has no sha512 integrity');
  return faults.map((fault) => `package-lock.json: ${path} ${fault}`);
}

/** npm locks only what the registry offers today; a platform package it could not find breaks `npm ci` everywhere. */
function unlocked(packages) {
  return Object.entries(packages).flatMap(([path, locked]) =>
    Object.keys(
      Object.assign(
        {},
        locked.dependencies,
        locked.optionalDependencies,
        path === '' ? locked.devDependencies : {},
        requiredPeers(locked),
      ),
    )
      .filter((name) => !isLocked(packages, path, name))
      .map((name) => `package-lock.json: ${name} is not locked, but ${path || 'package.json'} needs it`),
  );
}

function requiredPeers(locked) {
  const meta = locked.peerDependenciesMeta || {};
  return Object.fromEntries(
    Object.entries(locked.peerDependencies || {}).filter(([name]) => !(meta[name] || {}).optional),
  );
}

/** Node looks for a package beside the one that needs it, then one house further out. */
function isLocked(packages, from, name) {
  for (let parent = from; ; parent = parent.slice(0, Math.max(0, parent.lastIndexOf('node_modules/') - 1))) {
    if (packages[`${parent ? `${parent}/` : ''}node_modules/${name}`]) return true;
    if (parent === '') return false;
  }
}

function faultsIn(directory) {
  const read = (name) => JSON.parse(readFileSync(join(directory, name), 'utf8'));
  const manifest = read('package.json');
  const lock = read('package-lock.json');
  if (lock.lockfileVersion !== 3) return ['package-lock.json: lockfileVersion is not 3; run npm install'];
  const packages = Object.entries(lock.packages).filter(([path]) => path !== '');
  return [
    ...rangesIn(manifest),
    ...disagreements(manifest, lock),
    ...packages.flatMap(faultsOf),
    ...unlocked(lock.packages),
  ];
}

const faults = faultsIn(process.argv[2] || fileURLToPath(new URL('..', import.meta.url)));
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
