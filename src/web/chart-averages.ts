/* Which line of a chart is the average price of a position, in a word beside its price on the scale: a title of the line would cover the newest bars. */
import type { IChartApi, ISeriesApi, ISeriesPrimitiveAxisView } from 'lightweight-charts';
import type { ChartColors } from './chart-look.js';

export type AverageTags = Readonly<{ draw(averages: readonly string[], colors: ChartColors): void }>;

export function addAverageTags(chart: IChartApi, candles: ISeriesApi<'Candlestick'>): AverageTags {
  let views: readonly ISeriesPrimitiveAxisView[] = [];
  candles.attachPrimitive({ priceAxisViews: () => views });
  return {
    draw: (averages, { accent, bg }) => {
      views = averages.map((average) => {
        const findPlace = (): number => candles.priceToCoordinate(Number(average)) ?? -1;
        return {
          coordinate: () => findPlace(),
          text: () => `avg ${average}`,
          textColor: () => bg,
          backColor: () => accent,
          visible: () => findPlace() >= 0 && findPlace() <= chart.paneSize().height,
        };
      });
    },
  };
}
