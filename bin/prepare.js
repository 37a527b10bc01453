/*
 * Makes the checkout ready to run: installs what is missing, builds what is stale, and finds the Node that the project
 * brings along. Everything in bin/ has to run on the Node that happens to be on the machine before anything is installed:
 * plain JavaScript, Node's own modules, nothing else. `engines` in package.json names that Node, the one that people must have
 * (20 or newer), and not the one that the service runs on (24.9 or newer): npm would warn everybody of what is brought along.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from './lock.js';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const lockfile = join(root, 'package-lock.json');
const installed = join(root, 'node_modules', '.package-lock.json');
const stamp = join(root, 'dist', '.built-from');
const entry = join(root, 'dist', 'src', 'main.js');

/** A sentence for the person at the terminal. Standard output belongs to the results of commands. */
export function say(sentence) {
  process.stderr.write(`${sentence}\n`);
}

/** A failure that needs no stack trace: what went wrong, and what to do about it. */
export class Failure extends Error {}

/** Installs and builds if need be, and gives the Node to run with. `wants.build` is false for what runs from the sources. */
export async function prepare(wants = { build: true }) {
  const isReady = () => !isInstallStale(wants) && !(wants.build && isBuildStale());
  if (!isReady()) {
    await withLock(join(root, '.prepare.lock'), say, async () => {
      if (isInstallStale(wants)) await install();
      if (wants.build && isBuildStale()) await build();
    });
  }
  return bundledNode();
}

/**
 * The installed tree is compared with the lockfile package by package, so it does not matter who installed it or with
 * which switches. Packages for development are needed only to build; optional ones are for other platforms, but for Node.
 */
function isInstallStale(wants) {
  if (!existsSync(installed)) return true;
  const present = readPackages(installed);
  const wanted = readPackages(lockfile);
  const needsTools = !wants.build || isBuildStale();
  const isNeeded = ([path, { optional, dev, devOptional }]) =>
    path !== '' && !optional && (needsTools || !(dev || devOptional));
  return (
    Object.entries(wanted)
      .filter(isNeeded)
      .some(([path, locked]) => !isPresent(path, locked, present[path])) || needsNode(wanted)
  );
}

function isPresent(path, locked, found) {
  if (!found || found.version !== locked.version || found.integrity !== locked.integrity) return false;
  return existsSync(join(root, path, 'package.json'));
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch (error) {
    if (file === installed) return {};
    throw new Failure(`${file} cannot be read (${error.message}). Restore it with: git checkout package-lock.json`);
  }
}

/** True where the lockfile holds a Node for this platform that is not installed, and the running one is too old. */
function needsNode(wanted) {
  const name = `node_modules/${nodePackage()}`;
  return !isRunningNodeNewEnough() && name in wanted && !existsSync(nodePath());
}

async function install() {
  say('Installing the packages named in package-lock.json (npm ci; about half a minute) ...');
  const started = Date.now();
  const [program, first] = npm();
  const options = [
    'ci',
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const code = await run(program, [...first, ...options], { PATH: outerPath() });
  if (code !== 0) {
    throw new Failure(
      `Installing failed: npm ci ended with code ${code}, and said why above. Fix that (is the registry reachable, is ${root} yours to write?) and run the same command again.`,
    );
  }
  syncDisk(join(root, 'node_modules'));
  say(`Installed in ${seconds(started)}.`);
}

/** The npm that called this script, else the one on the path. */
function npm() {
  const { npm_execpath: cli, npm_node_execpath: node } = process.env;
  if (cli && node && /npm-cli\.c?js$/.test(cli) && existsSync(cli) && existsSync(node)) return [node, [cli]];
  return ['npm', []];
}

/** npm replaces the bundled Node as well, so it must not run on it. */
function outerPath() {
  const separator = process.platform === 'win32' ? ';' : ':';
  const own = join(root, 'node_modules');
  return (process.env.PATH || '')
    .split(separator)
    .filter((folder) => !folder.startsWith(own))
    .join(separator);
}

async function build() {
  say('Building (nest build; some ten seconds) ...');
  const started = Date.now();
  const fingerprint = sources();
  rmSync(stamp, { force: true });
  const code =
    (await run(bundledNode(), [join(root, 'build', 'contract.ts')], {})) ||
    (await run(bundledNode(), [join(root, 'node_modules', '@nestjs', 'cli', 'bin', 'nest.js'), 'build'], {}));
  if (code !== 0 || !existsSync(entry)) {
    throw new Failure(
      `Building failed with code ${code}; the compiler's message is above. Fix it and run the same command again.`,
    );
  }
  mkdirSync(dirname(stamp), { recursive: true });
  syncDisk(dirname(stamp)); // What the stamp vouches for outlives a power cut.
  writeFileSync(stamp, fingerprint);
  say(`Built in ${seconds(started)}.`);
}

/** Writes everything on the file system of a directory to its disk, where the machine has a program for that (Linux). */
function syncDisk(directory) {
  spawnSync('sync', ['--file-system', directory], { stdio: 'ignore' });
}

/** Compared by content: a checkout of another commit, a deleted file and a copied tree are all seen for what they are. */
function isBuildStale() {
  if (!existsSync(entry) || !existsSync(stamp)) return true;
  return readFileSync(stamp, 'utf8') !== sources();
}

function sources() {
  const hash = createHash('sha256');
  const files = [
    'package-lock.json',
    'nest-cli.json',
    'tsconfig.json',
    'tsconfig.build.json',
    'mikro-orm.config.ts',
    'docs/errors.md',
    'docs/streams.md',
    'docs/webhooks.md',
    ...below('build'),
    ...below('src'),
  ];
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  return hash.digest('hex');
}

function below(folder) {
  const found = [];
  for (const item of readdirSync(join(root, folder), { withFileTypes: true }).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  )) {
    const path = `${folder}/${item.name}`;
    if (item.isDirectory()) found.push(...below(path));
    else if (item.isFile() && !/^\.|~$|\.spec\.ts$|^contract\.json/.test(item.name)) found.push(path);
  }
  return found;
}

/** Where the Node lives that the project brings along; on a platform without one, the running Node if it is new enough. */
export function bundledNode() {
  if (existsSync(nodePath())) return nodePath();
  if (isRunningNodeNewEnough()) return process.execPath;
  throw new Failure(
    `Node 24.9 or newer is needed; this is ${process.version}, and no Node for ${process.platform} ${process.arch} is installed here. Install Node 24 (https://nodejs.org) and run the same command again.`,
  );
}

function nodePackage() {
  return `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
}

function nodePath() {
  return join(root, 'node_modules', nodePackage(), 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

function isRunningNodeNewEnough() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major > 24 || (major === 24 && minor >= 9);
}

/** Runs a step of the preparation; what it prints goes to standard error. Ctrl-C ends the step, and with it the preparation. */
function run(program, args, changes) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...changes },
      stdio: ['ignore', 2, 2],
      shell: process.platform === 'win32' && program === 'npm',
    });
    child.once('error', (error) =>
      reject(
        new Failure(
          `${program} cannot be run (${error.message}). Install Node with npm and run the same command again.`,
        ),
      ),
    );
    child.once('exit', (code, signal) => resolve(signal ? signal : code));
  });
}

function seconds(started) {
  return `${((Date.now() - started) / 1000).toFixed(1)} s`;
}
