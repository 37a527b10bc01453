/* A chart by the keyboard: which bar is looked at, and how many of them are seen. /shortcuts lists the keys. */

import type { IChartApi } from 'lightweight-charts';
import type { ChartBar } from './chart-bars.js';

const FAR = 10;
const FEWEST = 8;

type KeyedChart = Readonly<{ chart: IChartApi; place: HTMLElement; listBars: () => readonly ChartBar[] }>;

/** `drawing` has its chart and its bars; `point` shows one of them, and null none. */
export function listenToKeys(drawing: KeyedChart, markPoint: (bar: ChartBar | null) => void): void {
  const { chart, place } = drawing;
  /** Which bar is looked at; counted from the end, so that it stays when one comes. */
  let behind: number | null = null;
  const goTo = (to: number): void => {
    const bars = drawing.listBars();
    behind = Math.min(bars.length - 1, Math.max(0, to));
    const at = bars.length - 1 - behind;
    show(chart, at);
    markPoint(bars[at] ?? null);
  };
  const leaveChart = (): void => {
    behind = null;
    markPoint(null);
  };
  const steps: Readonly<Record<string, (step: number) => void>> = {
    ArrowLeft: (step) => goTo(behind === null ? 0 : behind + step),
    ArrowRight: (step) => goTo(behind === null ? 0 : behind - step),
    PageUp: () => goTo((behind ?? 0) + FAR),
    PageDown: () => goTo((behind ?? 0) - FAR),
    Home: () => goTo(drawing.listBars().length - 1),
    End: () => goTo(0),
    '+': () => zoom(drawing, 0.75),
    '=': () => zoom(drawing, 0.75),
    '-': () => zoom(drawing, 1 / 0.75),
    Escape: leaveChart,
  };
  place.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(steps, event.key)) return;
    event.preventDefault();
    steps[event.key]?.(event.shiftKey ? FAR : 1);
  });
  place.addEventListener('blur', leaveChart);
}

/** The chart goes along with who looks beyond its edge. */
function show(chart: IChartApi, at: number): void {
  const scale = chart.timeScale();
  const { from, to } = scale.getVisibleLogicalRange() ?? { from: 0, to: 0 };
  const shift = at < from + 1 ? at - from - 1 : at > to - 1 ? at - to + 1 : 0;
  if (shift !== 0) scale.setVisibleLogicalRange({ from: from + shift, to: to + shift });
}

/** Around the newest that is seen. */
function zoom({ chart, listBars }: KeyedChart, factor: number): void {
  const scale = chart.timeScale();
  const { from, to } = scale.getVisibleLogicalRange() ?? { from: 0, to: listBars().length };
  const width = Math.min(listBars().length + 6, Math.max(FEWEST, (to - from) * factor));
  scale.setVisibleLogicalRange({ from: to - width, to });
}
