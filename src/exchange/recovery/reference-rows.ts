/** Loads groups, products and instruments as the venue knew them. */
import type { TableCatalog } from '../../database/entity-statements.js';
import type { Snapshot } from '../../engine/snapshot.js';
import { parseTerms } from '../command-text.js';
import { ClosingMark, GroupState, InstrumentState, ProductState } from '../ledger/instrument-state.entity.js';
import { readAll, readEntities, type QuerySource } from './reading.js';

type InstrumentRow = Snapshot['instruments'][number];

const ADMINISTRATIVE = [
  'terms',
  'givenStatus',
  'haltReason',
  'isExpired',
  'settlementPrice',
  'settledSession',
] as const;
const STATISTICS = [
  ...(['boardSeq', 'boardChangedAt'] as const),
  ...(['lastPrice', 'lastQuantity', 'lastTime', 'lastSession', 'high', 'low', 'volume', 'bandPrice'] as const),
];

type StoredInstrument = Pick<InstrumentState, (typeof ADMINISTRATIVE)[number] | (typeof STATISTICS)[number]>;

export async function readGroups(source: QuerySource, catalog: TableCatalog): Promise<Snapshot['groups']> {
  const rows = await readAll(source, catalog, { entity: GroupState, properties: ['terms'] });
  return rows.map(({ terms }) => parseTerms('group', terms));
}

export async function readProducts(source: QuerySource, catalog: TableCatalog): Promise<Snapshot['products']> {
  const properties = ['terms', 'sessionDate', 'sessionIsOpen'] as const;
  const rows = await readAll(source, catalog, { entity: ProductState, properties });
  return rows.map(({ terms, ...session }) => ({ terms: parseTerms('product', terms), ...session }));
}

export async function readInstruments(source: QuerySource, catalog: TableCatalog): Promise<Snapshot['instruments']> {
  const marks = new Map<number, [string, number][]>();
  const properties = ['instrumentId', 'sessionDate', 'price'] as const;
  for await (const rows of readEntities(source, catalog, { entity: ClosingMark, properties })) {
    for (const { instrumentId, sessionDate, price } of rows) {
      const known = marks.get(instrumentId);
      if (known === undefined) marks.set(instrumentId, [[sessionDate, price]]);
      else known.push([sessionDate, price]);
    }
  }
  const selection = { entity: InstrumentState, properties: [...ADMINISTRATIVE, ...STATISTICS] };
  const rows = await readAll(source, catalog, selection);
  return rows.map((row) => toInstrumentRow(row, marks));
}

function toInstrumentRow(row: StoredInstrument, marks: ReadonlyMap<number, [string, number][]>): InstrumentRow {
  const { givenStatus, haltReason, isExpired, settlementPrice, settledSession, boardSeq, boardChangedAt } = row;
  const { high, low, volume, bandPrice } = row;
  const { lastPrice: price, lastQuantity, lastTime, lastSession } = row;
  const terms = parseTerms('instrument', row.terms);
  const last =
    price === null ? null : { price, quantity: lastQuantity ?? 0, time: lastTime ?? 0, sessionDate: lastSession };
  return {
    ...{ terms, givenStatus, haltReason, isExpired, settlementPrice, settledSession, boardSeq, boardChangedAt },
    closingMarks: marks.get(terms.id) ?? [],
    statistics: { last, high, low, volume, bandPrice },
  };
}
