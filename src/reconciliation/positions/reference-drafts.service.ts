import { Injectable } from '@nestjs/common';
import type { Actor } from '../../access/actor.js';
import type { State } from '../../engine/state.js';
import { ExchangeService } from '../../exchange/exchange.service.js';
import { toSymbol } from '../../exchange/traded-instruments.js';
import { ReferencePositionsService } from './reference-positions.service.js';
import type { StatedRow } from '../stated.js';
import { StatementRightsService } from '../statement-rights.service.js';

/** The start of a draft: an account and a date, or an earlier list, optionally with another quantity of one instrument. */
type DraftQuestion = Readonly<{
  acctId?: number | undefined;
  asOf?: string | undefined;
  copy: number | undefined;
  instrumentId: number | undefined;
  quantity: string | undefined;
}>;

export type ReferenceDraft = Readonly<{
  acctId: number | null;
  asOf: string | null;
  rows: readonly StatedRow[];
  reason: string | null;
  change: QuantityChange | null;
}>;

/** The changed instrument, with the quantity in the earlier list and in the draft. */
type QuantityChange = Readonly<{ instrumentId: number; before: number; quantity: number }>;

/** Prepares lists of reference positions for the form. Stores nothing. */
@Injectable()
export class ReferenceDraftsService {
  constructor(
    private readonly exchange: ExchangeService,
    private readonly references: ReferencePositionsService,
    private readonly rights: StatementRightsService,
  ) {}

  async create(actor: Actor, { acctId, asOf, copy, instrumentId, quantity }: DraftQuestion): Promise<ReferenceDraft> {
    if (copy === undefined) {
      if (acctId !== undefined) await this.rights.requirePoster(actor, [acctId]);
      return { acctId: acctId ?? null, asOf: asOf ?? null, rows: [], reason: null, change: null };
    }
    const { stated, rows } = await this.references.show(actor, copy);
    const { statement } = stated;
    await this.rights.requirePoster(actor, [statement.acctId]);
    const beginning = { acctId: statement.acctId, asOf: statement.asOf, change: null };
    if (instrumentId === undefined || quantity === undefined)
      return {
        ...beginning,
        rows,
        reason: `The form has the rows of list ${copy}. Edit them and post the list again. The latest list of a date counts.`,
      };
    const other = { instrumentId, quantity: Number(quantity) };
    const changed = await this.exchange.look((state) =>
      withOther(rows, { ...other, asOf: statement.asOf, seq: statement.seq }, state),
    );
    const before = rows.find(({ row }) => row.instrumentId === instrumentId)?.row.quantity ?? 0;
    return {
      ...beginning,
      change: { ...other, before },
      rows: changed,
      reason: `The form has the rows of list ${copy}, with a new quantity of one instrument. Check it and post the list again. The latest list of a date counts.`,
    };
  }
}

type PositionEdit = Readonly<{ instrumentId: number; quantity: number; asOf: string; seq: number }>;

function withOther(
  rows: readonly StatedRow[],
  { instrumentId, quantity, asOf, seq }: PositionEdit,
  { instruments }: State,
): readonly StatedRow[] {
  const instrument = instruments.get(instrumentId);
  const others = rows.filter(({ row }) => row.instrumentId !== instrumentId);
  if (quantity === 0 || instrument === undefined) return others;
  const before = rows.find(({ row }) => row.instrumentId === instrumentId);
  const market = instrument.closingMarks.get(asOf) ?? instrument.settlementPrice ?? instrument.lastPriceOfSession ?? 0;
  const { price, extraDecimals } = before?.row ?? { price: market, extraDecimals: 0 };
  return [
    ...others,
    {
      row: { statementSeq: seq, instrumentId, quantity, price, extraDecimals },
      scale: instrument.product.terms.scale,
      symbol: toSymbol(instrument),
    },
  ].sort((one, another) => one.row.instrumentId - another.row.instrumentId);
}
