/*
 * Tags on the scale of a chart for what the reader has. Own lines beyond the prices that it shows: the library would draw the labels of some at its edge, among other
 * prices; here one tag on each side points to the orders. And which line is the average price of a position: a title of the line would cover the newest bars.
 */
import type { IChartApi, IPriceLine, ISeriesApi, ISeriesPrimitiveAxisView } from 'lightweight-charts';
import type { ChartColors } from './chart-look.js';

/** The price of a position is no order: it has a tag of its own, and beyond the edge none. */
export type OwnLine = Readonly<{ price: number; color: string; line: IPriceLine; isOrder: boolean }>;

type Edge = 'above' | 'below';
type EdgeTag = Readonly<{ text: string; color: string }>;

const edges: readonly Edge[] = ['above', 'below'];
const arrows: Readonly<Record<Edge, string>> = { above: '▲', below: '▼' };

export type EdgeTags = Readonly<{ draw(lines: readonly OwnLine[], colors: ChartColors): void }>;

export function addEdgeTags(
  chart: IChartApi,
  candles: ISeriesApi<'Candlestick'>,
  formatPrice: (price: number) => string,
): EdgeTags {
  let [lines, colors] = [[] as readonly OwnLine[], null as ChartColors | null];
  const tags: Record<Edge, EdgeTag | null> = { above: null, below: null };
  const findEdge = ({ price }: OwnLine): Edge | null => {
    const y = candles.priceToCoordinate(price);
    if (y === null) return null;
    return y < 0 ? 'above' : y > chart.paneSize().height ? 'below' : null;
  };
  const createTag = (edge: Edge, beyond: readonly OwnLine[]): EdgeTag | null => {
    const sign = edge === 'above' ? 1 : -1;
    const [nearest, ...others] = beyond.toSorted((one, other) => (one.price - other.price) * sign);
    if (nearest === undefined || colors === null) return null;
    const more = others.length === 0 ? '' : ` +${others.length}`;
    const isOneSide = others.every(({ color }) => color === nearest.color);
    return {
      text: `${arrows[edge]} ${formatPrice(nearest.price)}${more}`,
      color: isOneSide ? nearest.color : colors.text,
    };
  };
  const update = (): void => {
    const places = lines.map((own) => ({ own, edge: findEdge(own) }));
    for (const { own, edge } of places) {
      const axisLabelVisible = own.isOrder && edge === null;
      if (own.line.options().axisLabelVisible !== axisLabelVisible) own.line.applyOptions({ axisLabelVisible });
    }
    for (const edge of edges)
      tags[edge] = createTag(
        edge,
        places.flatMap((place) => (place.edge === edge && place.own.isOrder ? [place.own] : [])),
      );
  };
  // The library moves labels at an edge into sight, and others away from them.
  const views = edges.map((edge): ISeriesPrimitiveAxisView => ({
    coordinate: () => (edge === 'above' ? 0 : chart.paneSize().height),
    text: () => tags[edge]?.text ?? '',
    textColor: () => colors?.bg ?? '',
    backColor: () => tags[edge]?.color ?? '',
    visible: () => tags[edge] !== null,
    tickVisible: () => false,
  }));
  candles.attachPrimitive({ updateAllViews: update, priceAxisViews: () => views });
  return {
    draw: (nextLines, nextColors) => {
      [lines, colors] = [nextLines, nextColors];
      update();
    },
  };
}

type AverageTags = Readonly<{ draw(averages: readonly string[], colors: ChartColors): void }>;

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
