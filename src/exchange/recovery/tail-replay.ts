/**
 * The batches that are in the journal and not in the tables, after a crash: their commands, applied again to the state that
 * the tables have, give the same events and rows. The engine remembers client order ids only since it was built, so those of
 * the tables are given to it with the commands, as they are to new ones.
 */
import type { TableCatalog } from '../../database/entity-statements.js';
import type { CommandBody } from '../../engine/command.js';
import { Engine } from '../../engine/engine.js';
import type { State } from '../../engine/state.js';
import { toEngineActor } from '../caller.js';
import { parseCommand } from '../command-text.js';
import { BatchChain, readBatches } from '../journal/batch-chain.js';
import { decodeBatch, type JournalCommand } from '../journal/batch-encoding.js';
import { ExchangeWriter } from '../ledger/exchange-writer.entity.js';
import type { JournalBatch } from '../ledger/journal-batch.entity.js';
import { Order } from '../ledger/order.entity.js';
import type { CommittedBatch } from '../projection/committed-batch.js';
import { BatchRowsBuilder } from '../writing/batch-rows.js';
import type { EarlierOrder } from './earlier-orders.service.js';
import { readAll, readEntities, type QuerySource } from './reading.js';

/** The end of the journal, and the batches behind the tables. */
export type JournalTail = Readonly<{ time: number; hash: Buffer; batches: readonly CommittedBatch[] }>;

type NamedCommand = CommandBody & Readonly<{ acctId: number; clientOrderId: string; earlier?: EarlierOrder }>;

/** Brings the state of the tables to the end of the journal. `time` is that of the last command in the tables. */
export async function replayTail(
  source: QuerySource,
  catalog: TableCatalog,
  { state, time }: Readonly<{ state: State; time: number }>,
): Promise<JournalTail> {
  const place = state.counters.command;
  const [end] = await readAll(source, catalog, { entity: ExchangeWriter, properties: ['command', 'hash'] });
  if (end === undefined) throw new Error('The row of exchange_writer is missing.');
  const chain = new BatchChain(place, null);
  const stored: JournalBatch[] = [];
  for await (const batch of readBatches(source, catalog, place)) {
    chain.add(batch);
    stored.push(batch);
  }
  if (chain.last !== end.command || !(chain.hash ?? end.hash).equals(end.hash))
    throw new Error(`The journal ends with command ${chain.last}, and its writer has written up to ${end.command}.`);
  const replay = new TailReplay(state, await findEarlierOrders(source, catalog, stored));
  const batches = stored.map((batch) => replay.apply(batch));
  return { time: batches.at(-1)?.advance.time ?? time, hash: end.hash, batches };
}

class TailReplay {
  private readonly engine: Engine;

  constructor(
    private readonly state: State,
    private readonly earlier: ReadonlyMap<string, EarlierOrder>,
  ) {
    this.engine = new Engine(state);
  }

  apply({ first, at, body }: JournalBatch): CommittedBatch {
    const { state } = this;
    const before = state.counters.command;
    const builder = new BatchRowsBuilder(state);
    for (const command of decodeBatch(first, body)) this.enter(command, builder);
    const rows = builder.build();
    if (rows.administrative.length > 0)
      throw new Error(`The batch of command ${first} changes the administration, and its rows are not in the tables.`);
    const pending = JSON.stringify([...state.pending.values()]);
    return { rows, advance: { before, counters: { ...state.counters }, time: at, pending }, bytes: body.length };
  }

  private enter({ seq, time, caller, type, payload }: JournalCommand, builder: BatchRowsBuilder): void {
    const body = parseCommand(type, JSON.parse(payload));
    const events = this.engine.apply({ ...this.withEarlier(body), seq, time, actor: toEngineActor(caller) });
    builder.enter({ seq, time, caller, body, events }, payload);
  }

  private withEarlier(body: CommandBody): CommandBody {
    const earlier = isNamed(body) ? this.earlier.get(nameOf(body)) : undefined;
    return earlier === undefined ? body : ({ ...body, earlier } as CommandBody);
  }
}

const isNamed = (body: CommandBody): body is NamedCommand =>
  'clientOrderId' in body && body.clientOrderId !== null && 'acctId' in body && body.acctId !== null;

const nameOf = ({ acctId, clientOrderId }: Pick<NamedCommand, 'acctId' | 'clientOrderId'>): string =>
  `${acctId} ${clientOrderId}`;

/** The orders of the tables that commands of these batches name by client order id. */
async function findEarlierOrders(
  source: QuerySource,
  catalog: TableCatalog,
  batches: readonly JournalBatch[],
): Promise<Map<string, EarlierOrder>> {
  const names = new Map<string, Pick<NamedCommand, 'acctId' | 'clientOrderId'>>();
  for (const { first, body } of batches)
    for (const { type, payload } of decodeBatch(first, body)) {
      const command = parseCommand(type, JSON.parse(payload));
      if (isNamed(command)) names.set(nameOf(command), command);
    }
  const earlier = new Map<string, EarlierOrder>();
  if (names.size === 0) return earlier;
  const addresses = [...names.values()].map(({ acctId, clientOrderId }) => ({ acctId, clientOrderId }));
  const asked = `json_to_recordset(${quote(JSON.stringify(addresses))}) as asked ("acctId" bigint, "clientOrderId" text)`;
  const orders = readEntities(source, catalog, {
    entity: Order,
    properties: ['id', 'acctId', 'clientOrderId', 'actionId', 'fingerprint'],
    where: (name) =>
      `${name('clientOrderId')} is not null and (${name('acctId')}, ${name('clientOrderId')}) in (select "acctId", "clientOrderId" from ${asked})`,
  });
  for await (const rows of orders)
    for (const { id: orderId, acctId, clientOrderId, actionId, fingerprint } of rows)
      earlier.set(nameOf({ acctId, clientOrderId: clientOrderId ?? '' }), {
        actionId,
        orderId,
        fingerprint: fingerprint ?? 0,
      });
  return earlier;
}

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;
