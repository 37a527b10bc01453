import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../access/actor.js';
import { PriceScalesService } from '../../exchange/ledger/price-scales.service.js';
import { UnknownInstrumentError } from '../../instruments/instrument-errors.js';
import { InstrumentsService } from '../../instruments/instruments.service.js';
import type { Bar, ListedBar } from './bar.js';
import { buildBarsQuery, type BarRange } from './bar-statements.js';

type Row = Readonly<{ startsAt: string | Date } & Record<Exclude<keyof Bar, 'startsAt'>, string | number>>;

/** Reads bars, from the aggregated and the remaining trades. */
@Injectable()
export class BarsService {
  constructor(
    private readonly em: EntityManager,
    private readonly instruments: InstrumentsService,
    private readonly scales: PriceScalesService,
  ) {}

  async list(actor: Actor, instrumentId: number, range: BarRange): Promise<ListedBar[]> {
    const [instrument] = await this.instruments.findByIds(actor, [instrumentId]);
    if (instrument === undefined) throw new UnknownInstrumentError(instrumentId);
    const { sql, values } = buildBarsQuery(instrumentId, range);
    const rows = await this.em.execute<Row[]>(sql, [...values]);
    if (rows.length === 0) return [];
    const scale = (await this.scales.loadScales([instrumentId]))(instrumentId);
    return rows.map((row) => ({ instrumentId, span: range.span, scale, ...toBar(row) }));
  }
}

function toBar({ startsAt, open, high, low, close, volume, trades }: Row): Bar {
  return {
    startsAt: new Date(startsAt).getTime(),
    open: Number(open),
    high: Number(high),
    low: Number(low),
    close: Number(close),
    volume: Number(volume),
    trades: Number(trades),
  };
}
