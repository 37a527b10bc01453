import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { basename, extname } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Coding, selectCoding } from './compression.hook.js';

/**
 * Removes comments, indentation, spaces after colons and commas and around slashes and combinators, the semicolon before a brace, and
 * the quotes of attributes whose value is a name. Names and rules are not changed, and other quoted text stays. A sum keeps its spaces: outside of a selector, `+` needs them.
 */
export function minifyCss(text: string): string {
  return text
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};>]) ?/g, '$1')
    .replaceAll(/(\[[a-z-]+[*^$]?=)"([a-z][\w-]*)"(?=\])/gi, '$1$2')
    .replaceAll(/"[^"]*"|[:,] ?| \/ /g, (match) => (match.startsWith('"') ? match : match.trim()))
    .replaceAll(';}', '}')
    .replaceAll(/(?<=[{};]|^)[^@{};"]+(?=\{)/g, (selector) => selector.replaceAll(/ ?([+~]) ?/g, '$1'))
    .trim();
}

/** Removes indentation, empty lines and comments that fill lines of their own. Scripts have no template of several lines. */
export function minifyScript(text: string): string {
  return text.replaceAll(/^\s*(?:\/\*(?:(?!\*\/)[\s\S])*\*\/(?:\n|$)|\/\/.*(?:\n|$)|\s)/gm, '');
}

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

const publicRoute = { config: { isGuarded: false } };

const directory = new URL('../web/', import.meta.url);

type Asset = Readonly<{ url: string; type: string; encode: (coding: Coding) => Buffer }>;

/** Third-party files for pages, in the version of the lockfile: what scripts import, and the file beside the package's main file. */
const libraries = [
  ['htmx.js', 'htmx.org/dist/htmx.esm.min.js', 'htmx.esm.min.js'],
  ['lightweight-charts.js', 'lightweight-charts', 'lightweight-charts.standalone.production.mjs'],
] as const;

/** Fonts, which style sheets name by these files. */
const fonts = [
  ['inter-latin.woff2', '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'],
  ['inter-latin-ext.woff2', '@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2'],
  ['jetbrains-mono-latin.woff2', '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2'],
] as const;

/** Code that scripts share with the service. It imports nothing else. */
const sharedScripts = [
  ...(['marketdata/closing-value', 'marketdata/ladder-window', 'marketdata/price-change'] as const),
  ...(['money/decimal', 'money/decimal-sign', 'money/price-text', 'money/rounding', 'money/typed-price'] as const),
];

/**
 * The files of pages, read at the start and compressed at the first request. Their URLs contain the hash of all of
 * them, so that browsers cache them forever, a new version has a new URL, and a script finds the others. Every file is
 * a route of its own: no name of a caller is looked up.
 */
export class Assets {
  private readonly assets = (loadedAssets ??= loadAssets());

  /** The URL of a file; an unknown name is a bug. */
  readonly getUrl = (name: string): string => this.getAsset(name).url;

  attach(fastify: FastifyInstance): void {
    for (const asset of this.assets.values())
      fastify.get(asset.url, publicRoute, (request, reply) =>
        sendAsset(request, reply, asset, 'public, max-age=31536000, immutable'),
      );
    // Browsers request it when a response has no page that names an icon.
    fastify.get('/favicon.ico', publicRoute, (request, reply) =>
      sendAsset(request, reply, this.getAsset('mark.svg'), 'public, max-age=86400'),
    );
  }

  private getAsset(name: string): Asset {
    const asset = this.assets.get(name);
    if (!asset) throw new TypeError(`There is no src/web/${name}`);
    return asset;
  }
}

/** Shared by the applications of a process: tests open many. */
let loadedAssets: ReadonlyMap<string, Asset> | undefined;

/** Style sheets block rendering and are sent without comments. */
function readAsset(file: URL): Buffer {
  const name = basename(file.pathname);
  if (extname(name) === '.js') return Buffer.from(readScript(file));
  return extname(name) === '.css' ? Buffer.from(minifyCss(readFileSync(file, 'utf8'))) : readFileSync(file);
}

/** A script as it was built, or without its types when the service runs from its sources. All scripts are served side by side, whatever folder they are in. */
function readScript(file: URL): string {
  const source = new URL(file.href.replace(/\.js$/, '.ts'));
  const script = existsSync(source) ? stripTypeScriptTypes(readFileSync(source, 'utf8')) : readFileSync(file, 'utf8');
  return minifyScript(script).replaceAll(
    /((?:from|import)\s*\(?)'([^']+)'/g,
    (_import, keyword: string, specifier: string) => {
      const library = libraries.find(([, imported]) => imported === specifier)?.[0];
      return `${keyword}'./${library ?? basename(specifier)}'`;
    },
  );
}

function loadAssets(): ReadonlyMap<string, Asset> {
  const paths = readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((path) => extname(path) !== '' && !/\.(?:d\.ts|map|spec\.[jt]s)$/.test(path))
    .map((path) => path.replace(/\.ts$/, '.js'));
  const files = new Map(paths.map((path) => [basename(path), readAsset(new URL(path, directory))]));
  for (const path of sharedScripts)
    files.set(`${basename(path)}.js`, Buffer.from(readScript(new URL(`../${path}.js`, directory))));
  for (const [name, library, file] of libraries)
    files.set(name, readFileSync(new URL(file, import.meta.resolve(library))));
  for (const [name, font] of fonts) files.set(name, readFileSync(new URL(import.meta.resolve(font))));
  const hash = createHash('sha256');
  for (const [name, file] of files) hash.update(`${name} ${file.length}\n`).update(file);
  const version = hash.digest('hex').slice(0, 8);
  return new Map([...files].map(([name, file]) => [name, toAsset(name, file, `/assets/${version}/${name}`)]));
}

function toAsset(name: string, identity: Buffer, url: string): Asset {
  const type = contentTypes[extname(name)];
  if (type === undefined) throw new TypeError(`The type of src/web/${name} is not known`);
  const bodies = new Map<Coding, Buffer>();
  const bodyIn = (coding: Coding): Buffer => {
    const body = bodies.get(coding) ?? encoders[coding](identity);
    bodies.set(coding, body);
    return body;
  };
  return { url, type, encode: bodyIn };
}

/** The best compression, which takes some hundredths of a second. */
const encoders: Readonly<Record<Coding, (file: Buffer) => Buffer>> = {
  identity: (file) => file,
  gzip: (file) => gzipSync(file, { level: 9 }),
  br: (file) => brotliCompressSync(file),
};

function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, encode }: Asset,
  cacheControl: string,
): FastifyReply {
  // A font is compressed by itself.
  const coding = type === 'font/woff2' ? 'identity' : selectCoding(request.headers['accept-encoding']);
  if (coding !== 'identity') reply.header('content-encoding', coding);
  return reply.header('vary', 'Accept-Encoding').header('cache-control', cacheControl).type(type).send(encode(coding));
}
