/* What is computed from the bars of a chart: moving averages of the close, and the volume-weighted average price. Which are shown is remembered. */
import { type IChartApi, type ISeriesApi, LineSeries, LineStyle, type Time } from 'lightweight-charts';
import type { ChartBar } from './chart-bars.js';
import type { ChartColors } from './chart-look.js';

type Point = Readonly<{ time: Time; value: number }>;
type Study = Readonly<{
  name: string;
  title: string;
  color: 'accent' | 'warn' | 'text';
  isDotted?: boolean;
  compute: (bars: readonly ChartBar[], dayEnd: number) => Point[];
}>;

const STORED = 'kontor-studies';
const SHOWN_FIRST = ['MA 20', 'VWAP'];
const DAY = 86_400;

/** The mean of the last closes, from the first bar that has so many. */
function computeAverage(bars: readonly ChartBar[], length: number): Point[] {
  let sum = 0;
  return bars.flatMap(({ time, close }, index) => {
    sum += close - (bars[index - length]?.close ?? 0);
    return index < length - 1 ? [] : [{ time, value: sum / length }];
  });
}

/** From the beginning of each trading day, which ends at `dayEnd` seconds of a day of UTC; sessions have none. */
function computeVwap(bars: readonly ChartBar[], dayEnd: number): Point[] {
  let [day, amount, volume] = [NaN, 0, 0];
  return bars.flatMap((bar) => {
    if (typeof bar.time !== 'number') return [];
    const current = Math.floor((bar.time - dayEnd) / DAY);
    if (current !== day) [day, amount, volume] = [current, 0, 0];
    amount += ((bar.high + bar.low + bar.close) / 3) * bar.volume;
    volume += bar.volume;
    return volume === 0 ? [] : [{ time: bar.time, value: amount / volume }];
  });
}

const studies: readonly Study[] = [
  { name: 'MA 20', title: 'Moving average of 20 closes', color: 'accent', compute: (bars) => computeAverage(bars, 20) },
  { name: 'MA 50', title: 'Moving average of 50 closes', color: 'text', compute: (bars) => computeAverage(bars, 50) },
  {
    ...{ name: 'VWAP', title: 'Volume-weighted average price since the session began', color: 'warn', isDotted: true },
    compute: computeVwap,
  },
];

function readShown(): Set<string> {
  try {
    return new Set((JSON.parse(localStorage.getItem(STORED) ?? 'null') as string[] | null) ?? SHOWN_FIRST);
  } catch {
    return new Set(SHOWN_FIRST);
  }
}

function keepShown(shown: ReadonlySet<string>): void {
  try {
    localStorage.setItem(STORED, JSON.stringify([...shown]));
  } catch {
    /* Where nothing is kept, the choice ends with the page. */
  }
}

export type ChartStudies = Readonly<{ draw(bars: readonly ChartBar[]): void; applyColors(colors: ChartColors): void }>;

/** Adds the lines to a chart, and the boxes that choose them to `place`. */
export function addStudies(
  chart: IChartApi,
  place: HTMLElement,
  { dayEnd, colors }: Readonly<{ dayEnd: number; colors: ChartColors }>,
): ChartStudies {
  const shown = readShown();
  let bars: readonly ChartBar[] = [];
  const lines = new Map<Study, ISeriesApi<'Line'>>(
    studies.map((study) => [
      study,
      chart.addSeries(LineSeries, {
        ...{ lineWidth: 1, priceLineVisible: false, lastValueVisible: false, crosshairMarkerVisible: false },
        ...(study.isDotted === true && { lineStyle: LineStyle.Dashed }),
      }),
    ]),
  );
  const draw = (): void => {
    for (const [study, line] of lines) line.setData(shown.has(study.name) ? study.compute(bars, dayEnd) : []);
  };
  const applyColors = (next: ChartColors): void => {
    for (const [{ color }, line] of lines) line.applyOptions({ color: next[color] });
  };
  applyColors(colors);
  const choose = (name: string, isShown: boolean): void => {
    if (isShown) shown.add(name);
    else shown.delete(name);
    keepShown(shown);
    draw();
  };
  place.replaceChildren(...studies.map((study) => createBox(study, shown.has(study.name), choose)));
  return {
    applyColors,
    draw: (next) => {
      bars = next;
      draw();
    },
  };
}

function createBox(
  { name, title, color }: Study,
  isShown: boolean,
  choose: (name: string, isShown: boolean) => void,
): HTMLLabelElement {
  const label = document.createElement('label');
  const box = Object.assign(document.createElement('input'), { type: 'checkbox', checked: isShown });
  box.addEventListener('change', () => choose(name, box.checked));
  label.title = title;
  label.className = `study ${color}`;
  label.append(box, name);
  return label;
}
