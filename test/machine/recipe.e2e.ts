import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { projectPaths } from '../support/checkout-files.js';
import { changed, type Step, stepsOf } from './recipe.js';
import { checkout } from '../support/sample-project.js';

/** The whole checkout in another place, as it stands, with the packages that are installed already. */
async function copyCheckout(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'kontor-recipe-'));
  for (const path of projectPaths()) await cp(join(checkout, path), join(directory, path));
  await symlink(join(checkout, 'node_modules'), join(directory, 'node_modules'), 'dir');
  return directory;
}

async function runStep(directory: string, step: Step): Promise<void> {
  if (step.kind === 'run') return runShell(directory, step.command);
  const file = join(directory, step.path);
  if (step.kind === 'change') return writeFile(file, changed(await readFile(file, 'utf8'), step));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, step.text, { flag: 'wx' });
}

function runShell(cwd: string, command: string): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile('bash', ['-c', command], { cwd, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      if (error) reject(new Error(`${command} failed:\n${stdout}\n${stderr}`));
      else resolve();
    });
  });
}

/** In the order in which each continues the one before. */
const recipes = ['new-module.md', 'module-registration.md', 'new-endpoint.md', 'new-page.md'];

/** Daily tests of another folder that a new module can fail, run whatever the recipes say. */
const afterwards = ['npm test -- browser/states/rows browser/narrow-navigation'];

describe('the recipes of docs/recipes', () => {
  it('lead to an application that passes its tests and checks when followed literally', async () => {
    const pages = await Promise.all(recipes.map((name) => readFile(join(checkout, 'docs/recipes', name), 'utf8')));
    const steps = pages.flatMap(stepsOf);
    const directory = await copyCheckout();
    const done: string[] = [];

    try {
      for (const step of steps) {
        await runStep(directory, step);
        done.push(step.kind === 'run' ? step.command : step.path);
      }
      for (const command of afterwards) await runShell(directory, command);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }

    expect(done).toEqual(
      expect.arrayContaining([
        'src/baskets/basket.entity.ts',
        'npm run migration -- baskets',
        'test/matrix/baskets.ts',
        'src/baskets/basket-owner.guard.ts',
        'src/baskets/baskets.page.ts',
        'npm test -- baskets documents matrix openapi browser/states/rows',
        'npm run check',
      ]),
    );
  }, 1_800_000);

  it('are all executed, and have fewer than 250 lines each', async () => {
    const directory = join(checkout, 'docs/recipes');
    const texts = await Promise.all(recipes.map((name) => readFile(join(directory, name), 'utf8')));

    expect((await readdir(directory)).sort()).toEqual([...recipes].sort());
    expect(texts.map((text) => text.split('\n').length).filter((lines) => lines > 250)).toEqual([]);
  });
});
