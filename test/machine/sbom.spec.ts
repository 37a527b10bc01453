import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkout, type SampleProject, openSampleProject } from '../support/sample-project.js';

type LockedPackage = { license?: string; integrity?: string };
type Lockfile = { packages: Record<string, LockedPackage> };
type Bill = Readonly<{
  bomFormat: string;
  components: readonly Readonly<{ name: string; version: string; hashes?: readonly unknown[] }>[];
}>;

const fastify = (lock: Lockfile): LockedPackage => lock.packages['node_modules/fastify'] ?? {};

/** What a user does to package-lock.json, and the complaint. */
const violations: readonly (readonly [what: string, spoil: (lock: Lockfile) => void, complaint: RegExp])[] = [
  [
    'a license that is not listed',
    (lock) => {
      fastify(lock).license = 'AGPL-3.0-only';
    },
    /^fastify@\S+ is under the license "AGPL-3.0-only", which is not listed in bin\/sbom\.js$/,
  ],
  [
    'no license',
    (lock) => {
      delete fastify(lock).license;
    },
    /^fastify@\S+ is under the license "none"/,
  ],
  [
    'no digest',
    (lock) => {
      delete fastify(lock).integrity;
    },
    /^fastify@\S+ has no digest$/,
  ],
];

describe('software bill of materials', () => {
  let project: SampleProject;
  beforeEach(async () => {
    project = await openSampleProject({});
    for (const name of ['package.json', 'package-lock.json'])
      await cp(join(checkout, name), join(project.directory, name));
  });
  afterEach(() => project.close());

  it.each(violations)('rejects a package with %s', async (_, spoil, complaint) => {
    const lock = JSON.parse(await readFile(join(checkout, 'package-lock.json'), 'utf8')) as Lockfile;
    spoil(lock);
    await writeFile(join(project.directory, 'package-lock.json'), JSON.stringify(lock));
    const { code, stderr } = await project.run('bin/sbom.js', '--check', project.directory);

    expect([code, stderr.trim().split('\n')]).toEqual([1, [expect.stringMatching(complaint)]]);
  });

  it('lists the production packages of this checkout without findings', async () => {
    const { stdout } = await project.run('bin/sbom.js', project.directory);
    const { bomFormat, components } = JSON.parse(stdout) as Bill;
    const names = components.map(({ name }) => name);

    expect(bomFormat).toBe('CycloneDX');
    expect(names).toEqual(expect.arrayContaining(['fastify', '@nestjs/core', '@mikro-orm/core']));
    expect(names).not.toContain('jest');
    expect(await project.run('bin/sbom.js', '--check', project.directory)).toEqual({ code: 0, stdout: '', stderr: '' });
  });
});
