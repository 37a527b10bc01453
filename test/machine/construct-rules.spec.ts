import { join } from 'node:path';
import { checkout, type SampleProject, openSampleProject } from '../support/sample-project.js';

const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');
const aTest = (body: string) =>
  `import { it, expect, describe } from '@jest/globals';\n${body}\nexport { it, expect, describe };\n`;

/** The rule, a file, and the text with which it breaks that rule and no other. */
const violations: readonly (readonly [rule: string, file: string, text: string])[] = [
  ['kontor/environment-is-read-once', 'src/users/port.ts', "export const port = process.env['PORT'];"],
  ['kontor/environment-is-read-once', 'src/users/host.ts', 'const { env } = process;\nexport const host = env;'],
  [
    'kontor/environment-is-read-once',
    'src/users/mode.ts',
    "import { env } from 'node:process';\nexport const mode = env;",
  ],
  ['kontor/environment-is-read-once', 'src/engine/speed.spec.ts', 'export const speed = globalThis.process.env;'],
  ['kontor/environment-is-read-once', 'src/commands/cli.ts', 'export const { env } = process;'],
  ['kontor/environment-is-read-once', 'src/process/service.ts', "export const port = process['env'];"],
  [
    'kontor/no-forward-ref',
    'src/users/knot.ts',
    "import { forwardRef } from '@nestjs/common';\nexport const knot = forwardRef(() => String);",
  ],
  ['kontor/no-default-export', 'src/users/rename-me.ts', 'export default 1;'],
  ['kontor/no-default-export', 'test/anything.ts', 'export default 1;'],
  ['kontor/no-enum', 'src/users/side.ts', "export enum Side { Buy = 'Buy' }"],
  ['kontor/no-enum', 'src/money/unit.ts', "export enum Unit { Tick = 'Tick' }"],
  ['kontor/no-enum', 'src/http/color.ts', "export enum Color { Red = 'Red' }"],
  [
    'kontor/no-request-scope',
    'src/users/moody.ts',
    "import { Scope } from '@nestjs/common';\nexport const moody = { scope: Scope.REQUEST };",
  ],
  [
    'kontor/no-request-scope',
    'src/users/asking.ts',
    "import { REQUEST } from '@nestjs/core';\nexport const asking = REQUEST;",
  ],
  [
    'kontor/few-parameters',
    'src/users/broad.ts',
    'export class Broad { constructor(readonly a: 1, readonly b: 1, readonly c: 1, readonly d: 1, readonly e: 1, readonly f: 1, readonly g: 1) {} }',
  ],
  [
    'kontor/hooks-are-in-the-pipeline',
    'src/users/late.ts',
    "export const addLate = (server: { addHook(name: string, hook: () => void): void }): void => { server.addHook('onSend', () => undefined); };",
  ],
  [
    'kontor/hooks-are-in-the-pipeline',
    'src/users/hidden-guard.ts',
    "import { APP_GUARD } from '@nestjs/core';\nexport const hiddenGuard = { provide: APP_GUARD, useValue: 1 };",
  ],
  ['kontor/no-empty-name', 'src/users/order.ts', 'export class OrderManager { readonly orders = 1; }'],
  ['kontor/no-empty-name', 'src/users/contract.ts', 'export interface IOrder { id: number }'],
  [
    'kontor/verb-of-the-trade',
    'src/users/orders.service.ts',
    "import { Injectable } from '@nestjs/common';\n@Injectable()\nexport class OrdersService { readonly one = 1; handleOrder(): number { return this.one; } }",
  ],
  ['kontor/wire-spelling-stays-outside', 'src/users/user.ts', 'export type User = { first_name: string };'],
  ['kontor/wire-spelling-stays-outside', 'src/engine/fill.ts', 'export const fill_price = 1;'],
  [
    'kontor/decorated-has-a-role',
    'src/users/hidden.ts',
    "import { Injectable } from '@nestjs/common';\n@Injectable()\nexport class Hidden {}",
  ],
  [
    'kontor/runs-to-completion',
    'src/engine/lazy.ts',
    'export const lazy = (): Promise<number> => Promise.resolve(1);\nexport async function wait(): Promise<number> { return await lazy(); }',
  ],
  ['language/plain-names', 'src/users/entrance.ts', 'export const door = 1;'],
  ['language/plain-names', 'src/users/given.ts', 'export type Given = Readonly<{ id: number }>;'],
  ['language/plain-names', 'src/users/earning.ts', 'export function earn(): number {\n  return 1;\n}'],
  [
    'language/plain-names',
    'src/users/local.ts',
    'export const list = (rows: readonly number[]): number[] => {\n  const told = [...rows];\n  return told;\n};',
  ],
  ['language/truthful-suffix', 'src/users/plain.service.ts', 'export class Plain { readonly one = 1; }'],
  ['language/truthful-suffix', 'src/users/stray.ts', 'export class StrayService { readonly one = 1; }'],
  ['language/truthful-suffix', 'src/users/open.guard.ts', 'export class OpenGuard { readonly one = 1; }'],
  [
    'language/truthful-suffix',
    'src/users/mishaps.ts',
    'class DomainError extends Error {}\nexport class UnknownMishap extends DomainError {}',
  ],
  ['language/plain-titles', 'test/numbered.e2e.ts', aTest("it('T01: adds', () => { expect(1).toBe(1); });")],
  ['kontor/no-left-out-test', 'test/chosen.e2e.ts', aTest("it.only('x', () => { expect(1).toBe(1); });")],
  [
    'kontor/no-left-out-test',
    'src/users/later.spec.ts',
    aTest("describe.skip('x', () => { it('y', () => { expect(1).toBe(1); }); });"),
  ],
  ['kontor/no-left-out-test', 'test/promised.e2e.ts', aTest("it.todo('expect');")],
  ['kontor/test-expects', 'test/empty.e2e.ts', aTest("it('does something', () => { String(1); });")],
  ['kontor/test-expects', 'test/rows.e2e.ts', aTest("it.each([1])('does %s', (row) => { String(row); });")],
  ['kontor/name-has-a-role', 'src/users/user.mapper.ts', 'export const user = 1;'],
  ['kontor/name-has-a-role', 'src/users/UserName.ts', 'export const user = 1;'],
  ['kontor/name-has-a-role', 'test/users.test.ts', 'export const user = 1;'],
  [
    'kontor/exception-has-a-reason',
    'src/users/quiet.ts',
    '/* eslint-disable no-console */\nconsole.log(1);\nexport const quiet = 1;',
  ],

  ['max-lines', 'src/users/long.ts', lines(251, (index) => `export const line${index} = ${index};`)],
  ['max-lines', 'bin/long.js', lines(251, (index) => `export const line${index} = ${index};`)],
  [
    'max-lines-per-function',
    'src/users/tall.ts',
    `export function tall(): number {\n  let sum = 0;\n${lines(65, () => '  sum += 1;')}\n  return sum;\n}`,
  ],
  [
    'kontor/few-parameters',
    'src/users/wide.ts',
    'export const wide = (a: number, b: number, c: number, d: number, e: number): number => a + b + c + d + e;',
  ],
  [
    'complexity',
    'src/users/knotty.ts',
    `export function knotty(a: number): number {\n${lines(10, (index) => `  if (a === ${index}) return ${index + 1};`)}\n  return 0;\n}`,
  ],
  [
    'complexity',
    'bin/knotty.js',
    `export function knotty(a) {\n${lines(10, (index) => `  if (a === ${index}) return ${index + 1};`)}\n  return 0;\n}`,
  ],
  ['eqeqeq', 'src/users/loose.ts', 'export const loose = (a: number, b: number): boolean => a == b;'],
  ['no-warning-comments', 'src/users/unfinished.ts', '// TO' + 'DO: finish\nexport const unfinished = 1;'],
  ['no-warning-comments', 'bin/unfinished.js', 'export const unfinished = 1; // FIX' + 'ME'],
  ['no-console', 'src/users/loud.ts', "console.log('loud');\nexport const loud = 1;"],
  [
    'no-restricted-imports',
    'src/users/web.service.ts',
    "import { Injectable, NotFoundException } from '@nestjs/common';\n@Injectable()\nexport class WebService { readonly gone = NotFoundException; }",
  ],
  [
    'no-restricted-imports',
    'src/users/web.entity.ts',
    "import { Entity } from '@mikro-orm/decorators/legacy';\nimport { HttpException } from '@nestjs/common';\n@Entity()\nexport class Web { readonly gone = HttpException; }",
  ],
  ['no-restricted-globals', 'src/engine/clock.ts', 'export const now = (): number => Date.now();'],
  ['no-restricted-globals', 'src/money/salt.ts', 'export const salt = (): string => crypto.randomUUID();'],
  ['no-restricted-properties', 'src/engine/dice.ts', 'export const dice = (): number => Math.random();'],

  ['@typescript-eslint/no-explicit-any', 'src/users/anything.ts', 'export type Anything = any;'],
  ['@typescript-eslint/no-floating-promises', 'src/users/adrift.ts', 'Promise.resolve(1);\nexport const adrift = 1;'],
  [
    '@typescript-eslint/no-non-null-assertion',
    'src/users/sure.ts',
    'export const sure = (name: string | null): string => name!;',
  ],
  [
    '@typescript-eslint/switch-exhaustiveness-check',
    'src/users/half.ts',
    "export function half(side: 'Buy' | 'Sell'): number {\n  switch (side) {\n    case 'Buy':\n      return 1;\n  }\n  return 0;\n}",
  ],
  [
    '@typescript-eslint/no-extraneous-class',
    'src/users/drawer.ts',
    'export class Drawer { static one(): number { return 1; } }',
  ],
  ['no-undef', 'bin/unknown.js', 'export const a = somewhere;'],
  ['no-unused-vars', 'unused.mjs', 'const unused = 1;\nexport const used = 2;'],
];

/** What the house does all day. */
const validFiles: readonly (readonly [file: string, text: string])[] = [
  ['src/main.ts', "export const port = process.env['PORT'];"],
  ['mikro-orm.config.ts', 'export const entities = [];'],
  ['src/users/user.view.ts', 'export type UserView = { first_name: string };'],
  ['src/users/new-user.dto.ts', 'export class NewUser { first_name = 1; }'],
  ['src/users/trading-day.ts', '/** The list of things to do each day. */\nexport const isoDay = 1;'],
  [
    'src/users/ruled.ts',
    "// eslint-disable-next-line no-console -- the rule itself is under test here\nconsole.log('ruled');\nexport const ruled = 1;",
  ],
  [
    'src/users/users.service.ts',
    "import { Injectable } from '@nestjs/common';\n@Injectable()\nexport class UsersService { readonly one = 1; }",
  ],
  ['src/migrations/0001-identity.ts', 'export class Identity0001 { readonly one = 1; }'],
  [
    'src/engine/whole.spec.ts',
    aTest("it('tells the time', async () => { expect(await Promise.resolve(Date.now())).toBeGreaterThan(0); });"),
  ],
  ['test/support/set-up.mjs', 'export default process.env.PATH;'],
  ['bin/script.js', 'console.log(process.env.PATH);'],
];

const files = Object.fromEntries([
  ...validFiles.map(([file, text]) => [file, text]),
  ...violations.map(([, file, text]) => [file, text]),
]) as Record<string, string>;

type Result = { filePath: string; messages: { ruleId: string | null; message: string }[] };

describe('the rules for constructs and sizes', () => {
  let project: SampleProject;
  let results: Result[];

  beforeAll(async () => {
    project = await openSampleProject(files);
    const { stdout, stderr } = await project.run('node_modules/eslint/bin/eslint.js', '--format', 'json', '.');
    if (stdout === '') throw new Error(stderr);
    results = JSON.parse(stdout) as Result[];
  }, 60_000);
  afterAll(() => project.close());

  const findBrokenRules = (file: string) => {
    const messages = results.find(({ filePath }) => filePath.endsWith(`/${file}`))?.messages;
    return [...new Set(messages?.map(({ ruleId, message }) => ruleId ?? message) ?? ['was not looked at'])];
  };

  it.each(violations)('%s rejects %s', (rule, file) => {
    expect(findBrokenRules(file)).toEqual([rule]);
  });

  it.each(validFiles)('accept %s', (file) => {
    expect(findBrokenRules(file)).toEqual([]);
  });

  it.each(['kontor', 'language'])('of %s each have a planted violation here', async (name) => {
    const { [name]: plugin } = (await import(join(checkout, `eslint.${name}.mjs`))) as Record<
      string,
      { rules: Record<string, unknown> }
    >;
    const broken = violations.map(([rule]) => rule);

    expect(Object.keys(plugin?.rules ?? {})).not.toEqual([]);
    expect(Object.keys(plugin?.rules ?? {}).filter((rule) => !broken.includes(`${name}/${rule}`))).toEqual([]);
  });

  it('reject an exception that excuses nothing', async () => {
    const projectWithIdleDirective = await openSampleProject({
      'bin/idle.js': '// eslint-disable-next-line no-undef -- nothing is undefined here\nexport const idle = 1;\n',
    });
    const { code, stdout } = await projectWithIdleDirective.run('node_modules/eslint/bin/eslint.js', '.');
    await projectWithIdleDirective.close();

    expect(stdout).toContain('Unused eslint-disable directive');
    expect(code).toBe(1);
  });
});
