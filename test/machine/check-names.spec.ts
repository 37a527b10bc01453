import { type SampleProject, openSampleProject } from '../support/sample-project.js';

describe('build/check-names.mjs', () => {
  let directory: SampleProject;
  let output: string;
  beforeAll(async () => {
    directory = await openSampleProject({
      'src/orders/order.ts': 'export type Order = { id: number };\nexport const { a } = { a: 1 };\nconst limit = 1;\n',
      'src/engine/order.ts': 'export class Order {}\nexport const limit = 2;\n',
      'src/engine/order.spec.ts': 'export const limit = 3;\n',
      'src/engine/again.ts': "export { limit } from './order.js';\n",
    });
    const { code, stdout } = await directory.run('build/check-names.mjs', directory.directory);
    output = `${stdout}exit ${String(code)}`;
  });
  afterAll(() => directory.close());

  it('rejects a name that two files of src export', () => {
    expect(output).toContain(
      'Order is exported by src/engine/order.ts, src/orders/order.ts. Fix: name it after its module in one of them, as BASKET_NAME_MAX for NAME_MAX of baskets; for the same thing, export it once and import it.',
    );
    expect(output).toContain('exit 1');
  });

  it('accepts a name that is exported again, is not exported or belongs to a test', () => {
    expect(output).not.toContain('limit');
  });
});
