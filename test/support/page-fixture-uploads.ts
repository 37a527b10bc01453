import type { TestApp } from './test-app.js';
import { people } from './people.js';
import { sendTable } from './statement-table.js';
import { openBrowserClient } from './browser-client.js';
import type { Names } from './page-fixture.js';

/** Two tables that an administrator has sent and not confirmed: one that can be stated, of so many rows, and one that cannot. */
export async function fillUploads(testApp: TestApp, account: number, rows: number): Promise<Names> {
  const browser = openBrowserClient(testApp);
  await browser.signIn(await people.admin(testApp));
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const instruments = await testApp.orm.em
    .fork()
    .execute<{ symbol: string; price: string }[]>(
      `select i.symbol, i.settlement_price price from instruments i join products p on p.id = i.product_id join product_groups g on g.id = p.group_id where g.currency = 'USD' and i.settlement_price is not null order by i.id limit ?`,
      [rows],
    );
  const good = instruments.map(
    ({ symbol, price }, n) => `${account},${yesterday},${symbol},${n % 3 === 0 ? -n - 1 : n},${price}`,
  );
  return {
    upload: await sendTable(browser, good.length > 0 ? good : [`${account},${yesterday},,,`]),
    wrongUpload: await sendTable(browser, [`${account},${yesterday},NOTHING,3,1`, `2000000000,${yesterday},ESZ26,x,1`]),
  };
}
