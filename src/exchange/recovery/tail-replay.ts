/**
 * The batches that are in the journal and not in the tables, after a crash: their commands, applied again to the state that
 * the tables have, give the same events and rows. The engine remembers client order ids only since it was built, so those of
 * the tables are given to it with the commands, as they are to new ones.
 */
import type { TableCatalog } from '../../database/entity-statements.js';
import type { CommandBody } from '../../engine/command.js';
import { Engine } from '../../engine/engine.js';
import type { State } from '../../engine/state.js';
import { BatchChain, readBatches } from '../journal/batch-chain.js';
import { readCommands, type StoredCommand } from '../journal/stored-command.js';
import { ExchangeWriter } from '../ledger/exchange-writer.entity.js';
import { Order } from '../ledger/order.entity.js';
import type { CommittedBatch } from '../projection/committed-batch.js';
import { BatchRowsBuilder } from '../writing/batch-rows.js';
import { executeCommand } from '../writing/execute-command.js';
import { toStateAdvance } from '../writing/state-advance.js';
import type { EarlierOrder } from './earlier-orders.service.js';
import { readAll, readEntities, type QuerySource } from './reading.js';

/** The end of the journal, and the batches behind the tables. */
export type JournalTail = Readonly<{ time: number; hash: Buffer; batches: readonly CommittedBatch[] }>;

/** `bytes` is the size in the journal. */
type StoredBatch = Readonly<{ commands: readonly StoredCommand[]; bytes: number }>;

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
  const stored: StoredBatch[] = [];
  for await (const batch of readBatches(source, catalog, place)) {
    chain.add(batch);
    stored.push({ commands: readCommands(batch), bytes: batch.body.length });
  }
  if (chain.last !== end.command || !(chain.hash ?? end.hash).equals(end.hash))
    throw new Error(`The journal ends with command ${chain.last}, and its writer has written up to ${end.command}.`);
  const replay = new TailReplay(
    state,
    await findEarlierOrders(
      source,
      catalog,
      stored.flatMap(({ commands }) => commands),
    ),
  );
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

  apply({ commands, bytes }: StoredBatch): CommittedBatch {
    const { engine, state } = this;
    const before = state.counters.command;
    const builder = new BatchRowsBuilder(state);
    let time = 0;
    for (const command of commands) {
      executeCommand(engine, builder, { ...command, body: this.withEarlier(command.body) }, command.payload);
      ({ time } = command);
    }
    const rows = builder.build();
    if (rows.administrative.length > 0)
      throw new Error(`The batch after command ${before} changes the administration, and the tables do not have it.`);
    return { rows, advance: toStateAdvance(state, before, time), bytes };
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
  commands: readonly StoredCommand[],
): Promise<Map<string, EarlierOrder>> {
  const names = new Map<string, Pick<NamedCommand, 'acctId' | 'clientOrderId'>>();
  for (const { body } of commands) if (isNamed(body)) names.set(nameOf(body), body);
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
