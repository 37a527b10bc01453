import type { House } from './house.js';
import { proofOn } from './key-pages.js';
import { people } from './people.js';
import { visitor } from './visitor.js';
import type { Names } from './world.js';

/** Two tables that an administrator has sent and not confirmed: one that can be stated, of so many rows, and one that cannot. */
export async function fillUploads(house: House, account: number, rows: number): Promise<Names> {
  const browser = visitor(house);
  await browser.signIn(await people.admin(house));
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const instruments = await house.orm.em.fork().execute<{ symbol: string; price: string }[]>(
    `select i.symbol, i.settlement_price price from instruments i join products p on p.id = i.product_id join product_groups g on g.id = p.group_id where g.currency = 'USD' and i.settlement_price is not null order by i.id limit ?`,
    [rows],
  );
  const send = async (lines: readonly string[]): Promise<number> => {
    const page = await browser.get('/accounts/statements/upload');
    const answer = await browser.post('/accounts/statements/upload', { kind: 'positions', text: ['acct_id,as_of,instrument,quantity,price', ...lines].join('\n'), form_token: proofOn(page) });
    const [, id] = /\/uploads\/(\d+)$/.exec(String(answer.headers.location)) ?? [];
    if (id === undefined) throw new Error(`The table was answered ${answer.statusCode}: ${answer.body.slice(0, 2000)}`);
    return Number(id);
  };
  const good = instruments.map(({ symbol, price }, n) => `${account},${yesterday},${symbol},${n % 3 === 0 ? -n - 1 : n},${price}`);
  return { upload: await send(good.length > 0 ? good : [`${account},${yesterday},,,`]), wrongUpload: await send([`${account},${yesterday},NOTHING,3,1`, `2000000000,${yesterday},ESZ26,x,1`]) };
}
