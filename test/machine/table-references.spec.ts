import { join } from 'node:path';
import {
  findReferences,
  type Ladder,
  mergeReasons,
  readList,
  readSources,
  root,
  type TableReference,
} from '../../build/table-references.js';

const ladder = (await import(join(root, '.dependency-cruiser.mjs'))) as Ladder;

const FIX =
  'Read another module’s table through its service or entity. Otherwise run build/table-references.ts and state the reason in build/table-references.json.';

/** Two modules: `orders` may import `users`, but not the reverse. */
const owners = new Map([
  ['src/users/user.entity.ts', `@Entity({ tableName: 'users' }) class User {}`],
  ['src/orders/order.entity.ts', `@Entity({ schema: 'public', tableName: 'orders' }) class Order {}`],
  ['src/orders/order-note.entity.ts', `@Entity({ tableName: 'order_notes' }) class OrderNote {}`],
]);
const steps: Ladder = { shared: { errors: [] }, features: { users: [], orders: ['users'] } };

const find = (file: string, source: string): readonly Omit<TableReference, 'file'>[] =>
  findReferences(new Map([...owners, [file, source]]), steps).map(({ owner, tables, isUpward }) => ({
    owner,
    tables,
    isUpward,
  }));

const upward = [{ owner: 'orders', tables: ['orders'], isUpward: true }];

describe('references to the tables of other modules', () => {
  const found = findReferences(readSources(), ladder);
  const listed = readList();

  it('are listed, and every line of the list still has its reference', () => {
    expect([listed.map(({ file, owner, tables, isUpward }) => ({ file, owner, tables, isUpward })), FIX]).toEqual([
      found,
      FIX,
    ]);
  });

  it('have a reason each', () => {
    expect(listed.filter(({ reason }) => reason.length < 20)).toEqual([]);
  });

  it.each([
    ['a select', `em.execute('select id from orders where id = ?')`],
    ['a join', `const text = 'select 1 from users u join orders o on o.user_id = u.id';`],
    ['the second table of a list', `const text = 'select 1 from users u, orders o';`],
    ['an update', 'const text = `update "orders" set status = ${status}`;'],
    ['a deletion', 'const text = `delete from orders where ${condition}`;'],
    ['an insertion', `const text = 'insert into orders (id) values (1)';`],
    ['a foreign key', `const text = 'alter table users add foreign key (id) references orders (id)';`],
    ['a fragment between expressions', 'const text = `${columns} from ${joins} join orders on ${condition}`;'],
    ['the body of a trigger', `@Trigger({ body: 'update orders set tag = null; return null' }) class Trap {}`],
  ])('are found in %s', (_what, source) => {
    expect(find('src/users/trespasser.ts', source)).toEqual(upward);
  });

  it('are found in the name of a table that stands alone, if it is no everyday word', () => {
    expect(find('src/users/list.ts', `const tables = ['order_notes', 'orders'];`)).toEqual([
      { owner: 'orders', tables: ['order_notes'], isUpward: true },
    ]);
  });

  it('are upward only if the import rules do not allow the module to import the owner', () => {
    expect(find('src/orders/reader.ts', `const text = 'select 1 from users';`)).toEqual([
      { owner: 'users', tables: ['users'], isUpward: false },
    ]);
    expect(find('src/commands/reader.ts', `const text = 'select 1 from users';`)).toEqual([
      { owner: 'users', tables: ['users'], isUpward: false },
    ]);
    expect(find('src/errors/reader.ts', `const text = 'select 1 from users';`)).toEqual([
      { owner: 'users', tables: ['users'], isUpward: true },
    ]);
  });

  it('are not tables of the module itself, comments and sentences', () => {
    expect(find('src/orders/own.ts', `const text = 'select 1 from orders';`)).toEqual([]);
    expect(find('src/users/comment.ts', '// select 1 from orders\nexport {};')).toEqual([]);
    expect(find('src/users/message.ts', `const text = 'Remove the user from orders.';`)).toEqual([]);
  });

  it('count in migrations only where they are in the function of a trigger', () => {
    const trigger = '`create function f() returns trigger as $$ begin delete from orders; end $$`';
    expect(find('src/migrations/0001.ts', `this.addSql('delete from orders');`)).toEqual([]);
    expect(find('src/migrations/0001.ts', `this.addSql(${trigger});`)).toEqual([{ ...upward[0], isUpward: false }]);
  });

  it('keep their reason when the file moves within its module, and have none if they are new', () => {
    const [reference] = found;
    if (reference === undefined) throw new Error('There is no reference to another table.');
    const moved = { ...reference, file: reference.file.replace(/[^/]+$/, 'moved.ts') };
    const known = [{ ...reference, reason: 'It counts.' }];
    expect(mergeReasons([moved], known)).toEqual([{ ...moved, reason: 'It counts.' }]);
    expect(mergeReasons([{ ...moved, owner: 'nobody' }], known)).toEqual([{ ...moved, owner: 'nobody', reason: '' }]);
  });
});
