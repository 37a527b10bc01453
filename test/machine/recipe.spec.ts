import { changed, type Step, stepsOf } from './recipe.js';

const page =
  '```sh\nnot a recipe\n```\n\n# Recipe: one\n\n`src/a.ts`\n\n```ts\nconst a = 1;\n```\n\nThen\n\n```diff\n const a = 1;\n+const b = 2;\n-const c = 3;\n```\n\n```sh\none\ntwo\n```\n';

describe('reader of recipes', () => {
  it('finds files, changes and commands in order, and nothing before the heading', () => {
    expect(stepsOf(page)).toEqual([
      { kind: 'write', path: 'src/a.ts', text: 'const a = 1;\n' },
      { kind: 'change', path: 'src/a.ts', from: 'const a = 1;\nconst c = 3;\n', to: 'const a = 1;\nconst b = 2;\n' },
      { kind: 'run', command: 'one' },
      { kind: 'run', command: 'two' },
    ]);
  });

  it('rejects a block without a path, and a page without a recipe', () => {
    expect(() => stepsOf(page.replace('`src/a.ts`', ''))).toThrow(
      'no path heads the block that begins with const a = 1;',
    );
    expect(() => stepsOf('# Us\n')).toThrow('there is no heading');
  });

  it('applies a change where its lines occur exactly once', () => {
    const [, change] = stepsOf(page) as [Step, Extract<Step, { kind: 'change' }>];

    expect(changed('x\nconst a = 1;\nconst c = 3;\ny\n', change)).toBe('x\nconst a = 1;\nconst b = 2;\ny\n');
    expect(() => changed('const a = 1;\n', change)).toThrow('src/a.ts does not have these lines exactly once:');
    expect(() => changed('const a = 1;\nconst c = 3;\nconst a = 1;\nconst c = 3;\n', change)).toThrow(
      'src/a.ts does not have these lines exactly once:',
    );
  });
});
