/* What is computed from the bars of a chart: moving averages of the close, and the volume-weighted average price. Which are shown is remembered. */
import { type IChartApi, type ISeriesApi, LineSeries, LineStyle, type Time } from 'lightweight-charts';
import { type ChartBar, findSession, type LoadedBars } from './chart-bars.js';
import type { ChartColors } from './chart-look.js';

type Point = Readonly<{ time: Time; value: number }>;
type Study = Readonly<{
  name: string;
  title: string;
  color: 'accent' | 'warn' | 'text';
  isDotted?: boolean;
  /** How many bars it needs. */
  length?: number;
  /** Why bars of a session or a week have none. */
  absence?: string;
  compute: (loaded: LoadedBars) => Point[];
}>;

const STORED = 'kontor-studies';
const SHOWN_FIRST = ['MA 20', 'VWAP'];

/** The mean of the last closes, from the first bar that has so many. */
function computeAverage(bars: readonly ChartBar[], length: number): Point[] {
  let sum = 0;
  return bars.flatMap(({ time, close }, index) => {
    sum += close - (bars[index - length]?.close ?? 0);
    return index < length - 1 ? [] : [{ time, value: sum / length }];
  });
}

/** From the first bar of each session; bars of sessions and weeks have none. */
function computeVwap({ bars, sessions }: LoadedBars): Point[] {
  let [date, amount, volume] = [undefined as string | undefined, 0, 0];
  return bars.flatMap((bar) => {
    if (typeof bar.time !== 'number') return [];
    const current = findSession(sessions, bar.time)?.date;
    if (current !== date) [date, amount, volume] = [current, 0, 0];
    amount += ((bar.high + bar.low + bar.close) / 3) * bar.volume;
    volume += bar.volume;
    return volume === 0 ? [] : [{ time: bar.time, value: amount / volume }];
  });
}

const createAverage = (length: number, color: Study['color']): Study => ({
  ...{ name: `MA ${length}`, title: `Moving average of ${length} closes`, color, length },
  compute: ({ bars }) => computeAverage(bars, length),
});

const studies: readonly Study[] = [
  createAverage(20, 'accent'),
  createAverage(50, 'text'),
  {
    ...{ name: 'VWAP', title: 'Volume-weighted average price since the session began', color: 'warn', isDotted: true },
    absence: 'VWAP begins anew with each session, so bars of a session or a week have none',
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

export type ChartStudies = Readonly<{ draw(loaded: LoadedBars): void; applyColors(colors: ChartColors): void }>;

/** Adds the lines to a chart, and the boxes that choose them to `place`. */
export function addStudies(chart: IChartApi, place: HTMLElement, colors: ChartColors): ChartStudies {
  const shown = readShown();
  let loaded: LoadedBars = { bars: [], sessions: [] };
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
    for (const [study, line] of lines) {
      line.setData(shown.has(study.name) ? study.compute(loaded) : []);
      boxes.get(study)?.update(loaded.bars, shown.has(study.name));
    }
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
  const boxes = new Map(studies.map((study) => [study, createBox(study, choose)]));
  place.replaceChildren(...[...boxes.values()].map(({ label }) => label));
  return {
    applyColors,
    draw: (next) => {
      loaded = next;
      draw();
    },
  };
}

type StudyBox = Readonly<{ label: HTMLLabelElement; update(bars: readonly ChartBar[], isShown: boolean): void }>;

/** Says of a study that draws nothing why: a choice that can be remembered stays possible while bars are missing. */
function createBox(
  { name, title, color, length = 0, absence }: Study,
  choose: (name: string, isShown: boolean) => void,
): StudyBox {
  const label = document.createElement('label');
  const box = Object.assign(document.createElement('input'), { type: 'checkbox' });
  const words = document.createElement('span');
  box.addEventListener('change', () => choose(name, box.checked));
  label.className = `study ${color}`;
  label.append(box, words);
  return {
    label,
    update: (bars, isShown) => {
      const isAbsent = absence !== undefined && typeof bars[0]?.time === 'string';
      const text = isShown && bars.length < length ? `${name} (needs ${length} bars)` : name;
      box.disabled = isAbsent;
      box.checked = isShown && !isAbsent;
      label.title = isAbsent ? absence : title;
      if (words.textContent !== text) words.textContent = text;
    },
  };
}
