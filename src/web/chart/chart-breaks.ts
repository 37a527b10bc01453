/* Where a session begins in a chart of minutes or hours: a line before its first bar, and its date on the axis, which has times everywhere else. */
import {
  createChartEx,
  defaultHorzScaleBehavior,
  type IChartApi,
  type IHorzScaleBehavior,
  type ISeriesApi,
  type Time,
  type TickMarkWeightValue,
} from 'lightweight-charts';
import { type ChartBar, type ChartSession, findSession, type LoadedBars } from './chart-bars.js';
import { type ChartColors, formatDate } from './chart-look.js';

/** Ranks of the marks of an axis: the greatest have space first. The library draws the first in bold, and formats the second as a time. */
const DATE_MARK = 50 as TickMarkWeightValue;
const NOON_MARK = 33 as TickMarkWeightValue;

/** Between two lines on average; closer ones are not drawn. */
const LEAST_PIXELS = 24;
const DASH = [4, 4];

/** The library draws dates at midnight of UTC, wherever that is in a session. */
export function createSessionChart(place: HTMLElement, options: object, loaded: LoadedBars): IChartApi {
  const Behavior = defaultHorzScaleBehavior();
  const behavior = new (class extends Behavior {
    override fillWeightsForPoints(...args: Parameters<IHorzScaleBehavior<Time>['fillWeightsForPoints']>): void {
      super.fillWeightsForPoints(...args);
      const [points, from] = args;
      for (let index = from; index < points.length; index++) {
        const [point, before] = [points[index], points[index - 1]];
        if (point === undefined || typeof point.originalTime !== 'number') continue;
        if (before !== undefined && findBeginning(loaded.sessions, before.originalTime, point.originalTime) !== null)
          point.timeWeight = DATE_MARK;
        else if (point.timeWeight >= DATE_MARK) point.timeWeight = NOON_MARK;
      }
    }
  })();
  return createChartEx<Time, IHorzScaleBehavior<Time>>(place, behavior, options);
}

/** The session that begins with the bar of this time, after a bar of another one. */
function findBeginning(sessions: readonly ChartSession[], before: unknown, time: unknown): ChartSession | null {
  const session = findSession(sessions, time);
  return session === undefined || session === findSession(sessions, before) ? null : session;
}

/** In words, for who does not see the line. */
export function describeBeginning({ bars, sessions }: LoadedBars, bar: ChartBar): string {
  const before = bars[bars.indexOf(bar) - 1];
  const session = before === undefined ? null : findBeginning(sessions, before.time, bar.time);
  return session === null ? '' : `, first of the session of ${formatDate(session.date)}`;
}

/** Which bars are the first of a session that begins in the chart. */
const listStarts = ({ bars, sessions }: LoadedBars): number[] =>
  bars.flatMap(({ time }, index) => {
    const before = bars[index - 1];
    return before !== undefined && findBeginning(sessions, before.time, time) !== null ? [index] : [];
  });

export type SessionLines = Readonly<{ draw(loaded: LoadedBars): void; applyColors(colors: ChartColors): void }>;

export function addSessionLines(
  chart: IChartApi,
  candles: ISeriesApi<'Candlestick'>,
  first: ChartColors,
): SessionLines {
  let [color, starts, update] = [first.muted, [] as readonly number[], (): void => undefined];
  const listPlaces = (): number[] => {
    const { barSpacing } = chart.timeScale().options();
    const [oldest = 0, newest = 0] = [starts[0], starts.at(-1)];
    return (newest - oldest) * barSpacing < (starts.length - 1) * LEAST_PIXELS
      ? []
      : starts.flatMap((start) => {
          const middle = chart.timeScale().logicalToCoordinate(start as never);
          return middle === null ? [] : [middle - barSpacing / 2];
        });
  };
  candles.attachPrimitive({
    attached: ({ requestUpdate }) => (update = requestUpdate),
    paneViews: () => [
      {
        zOrder: () => 'bottom',
        renderer: () => ({
          draw: (target) =>
            target.useBitmapCoordinateSpace(({ context, bitmapSize, horizontalPixelRatio: ratio }) => {
              context.strokeStyle = color;
              context.lineWidth = Math.max(1, Math.floor(ratio));
              context.setLineDash(DASH.map((length) => length * ratio));
              context.beginPath();
              for (const place of listPlaces()) {
                const x = Math.round(place * ratio) + 0.5;
                context.moveTo(x, 0);
                context.lineTo(x, bitmapSize.height);
              }
              context.stroke();
            }),
        }),
      },
    ],
  });
  return {
    draw: (loaded) => {
      starts = listStarts(loaded);
      update();
    },
    applyColors: (colors) => {
      color = colors.muted;
      update();
    },
  };
}
