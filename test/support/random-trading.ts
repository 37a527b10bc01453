import type { Command, CommandBody } from '../../src/engine/command.js';
import { OfficeLines } from '../engine/office-lines.js';
import { chanceOf } from '../engine/random-lines.js';
import { FLOOR, parse } from '../engine/script.js';
import type { TestApp } from './test-app.js';
import { query } from './postgres-service.js';
import { venue } from './venue.js';

/** The venue of the script language has its own instruments and people, of whom the other modules know nothing. */
const FOREIGN_ROWS_SQL = `do $$ declare one record; begin
  for one in select conrelid::regclass as kept, conname from pg_constraint
    where contype = 'f' and conrelid::regclass::text in ('group_states', 'product_states', 'instrument_states', 'accounts', 'account_grants')
  loop execute format('alter table %s drop constraint %I', one.kept, one.conname); end loop; end $$`;

/** The script counts its days on and on in January; in the database they have to be days. */
const onADay = (line: string): string =>
  line.replace(/2026-01-(\d+)/g, (_, day: string) =>
    new Date(Date.UTC(2026, 0, Number(day))).toISOString().slice(0, 10),
  );

/** Random lines of a whole venue with its back office, given to the exchange of a test app in groups of random size. */
export async function randomTrading(testApp: TestApp, seed: number) {
  await query(testApp.database.url, FOREIGN_ROWS_SQL);
  const chance = chanceOf(seed);
  const lines = new OfficeLines(chance);
  const isFirst = (await query(testApp.database.url, 'select 1 from journal limit 1')).length === 0;
  let testVenue = venue(testApp);

  const say = async (said: readonly string[]): Promise<void> => {
    await Promise.all(said.map((line) => execute(parse(onADay(line), 1))));
  };
  const execute = ({ actor, ...command }: Command) => {
    const body: Partial<Command> = { ...command };
    delete (body as { seq?: number }).seq;
    delete (body as { time?: number }).time;
    return testVenue.execute(body as CommandBody, {
      ...actor,
      actingUserId: actor.userId,
      clientId: actor.userId === 0 ? null : 'a key',
    });
  };
  if (isFirst) await say(FLOOR);

  return {
    /** Goes on at another house on the same database. */
    moveTo: (next: TestApp) => (testVenue = venue(next)),
    /** At least so many lines, and on until some order can still trade. */
    async trade(count: number): Promise<void> {
      for (let left = count; left > 0 || (await testVenue.exchange.look(({ orders }) => orders.size === 0));) {
        const together = 1 + chance(40);
        await say(Array.from({ length: together }, () => lines.next()));
        left -= together;
      }
    },
  };
}
