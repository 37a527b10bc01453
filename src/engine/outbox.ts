/** Collects what one command has done. Positions and boards are reported once, at its end, however often they changed. */
import type { EngineEvent } from './event.js';
import type { Holding } from './holding.js';
import type { Instrument } from './instrument.js';

export class Outbox {
  private events: EngineEvent[] = [];
  private readonly holdings = new Set<Holding>();
  private readonly instruments = new Set<Instrument>();

  emit(event: EngineEvent): void {
    this.events.push(event);
  }

  markPositionChanged(holding: Holding): void {
    this.holdings.add(holding);
  }

  markBookChanged(instrument: Instrument): void {
    this.instruments.add(instrument);
  }

  /** Ends the command and gives its events. */
  take(time: number): EngineEvent[] {
    for (const holding of this.holdings) this.emit({ type: 'PositionChanged', position: holding.toRow() });
    for (const { id, board } of this.instruments) {
      const sides = board.refresh(time);
      this.emit({
        type: 'MarketDataChanged',
        instrumentId: id,
        seq: board.seq,
        sides,
        bandPrice: board.statistics.bandPrice,
      });
    }
    this.holdings.clear();
    this.instruments.clear();
    const { events } = this;
    this.events = [];
    return events;
  }
}
