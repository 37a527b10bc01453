import { Injectable } from '@nestjs/common';
import type { Actor } from '../../access/actor.js';
import type { State } from '../../engine/state.js';
import { ExchangeService } from '../../exchange/exchange.service.js';
import { symbolOf } from '../../exchange/traded-instruments.js';
import { ReferencePositionsService } from './reference-positions.service.js';
import type { StatedRow } from './stated.js';
import { StatementRightsService } from './statement-rights.service.js';

/** What a list begins with: an account and a date, or a list that was stated, one instrument of it in another quantity. */
type DraftQuestion = Readonly<{
  acctId: number | undefined;
  asOf: string | undefined;
  copy: number | undefined;
  other: Readonly<{ instrumentId: number; quantity: number }> | null;
}>;

type Draft = Readonly<{
  acctId: number | null;
  asOf: string | null;
  rows: readonly StatedRow[];
  reason: string | null;
  change: Change | null;
}>;

/** What the list that it begins with says of the one instrument, and what is to stand there. */
type Change = Readonly<{ instrumentId: number; before: number; quantity: number }>;

/** Lists that nobody has stated yet. Nothing is kept of them. */
@Injectable()
export class ReferenceDraftsService {
  constructor(
    private readonly exchange: ExchangeService,
    private readonly references: ReferencePositionsService,
    private readonly rights: StatementRightsService,
  ) {}

  async of(actor: Actor, { acctId, asOf, copy, other }: DraftQuestion): Promise<Draft> {
    if (copy === undefined) {
      if (acctId !== undefined) await this.rights.requireSpeaker(actor, acctId);
      return { acctId: acctId ?? null, asOf: asOf ?? null, rows: [], reason: null, change: null };
    }
    const { stated, rows } = await this.references.show(actor, copy);
    const { statement } = stated;
    await this.rights.requireSpeaker(actor, statement.acctId);
    const beginning = { acctId: statement.acctId, asOf: statement.asOf, change: null };
    if (other === null)
      return {
        ...beginning,
        rows,
        reason: `What list ${copy} says stands here already. Change it, and state it again: the later list of a date counts.`,
      };
    const changed = await this.exchange.look((state) =>
      withOther(rows, { ...other, asOf: statement.asOf, seq: statement.seq }, state),
    );
    const before = rows.find(({ row }) => row.instrumentId === other.instrumentId)?.row.quantity ?? 0;
    return {
      ...beginning,
      change: { ...other, before },
      rows: changed,
      reason: `What list ${copy} says, with another quantity in one instrument. Look whether it is so, and state it again: the later list of a date counts.`,
    };
  }
}

type Other = Readonly<{ instrumentId: number; quantity: number; asOf: string; seq: number }>;

function withOther(
  rows: readonly StatedRow[],
  { instrumentId, quantity, asOf, seq }: Other,
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
      symbol: symbolOf(instrument),
    },
  ].sort((one, another) => one.row.instrumentId - another.row.instrumentId);
}
