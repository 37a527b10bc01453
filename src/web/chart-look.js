/* How a chart looks: the colors of the sheet in this theme, and times in the zone of the reader. */

/** As the sheet has them, in one spelling: what stands there may itself choose between light and dark. */
export function readColors(element) {
  const style = window.getComputedStyle(document.documentElement);
  const probe = document.createElement('span');
  element.append(probe);
  const found = Object.fromEntries(
    ['paper', 'ink', 'soft', 'hair', 'rule', 'green', 'red'].map((name) => {
      probe.style.color = style.getPropertyValue(`--${name}`);
      return [name, window.getComputedStyle(probe).color];
    }),
  );
  probe.remove();
  return found;
}

const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
const formats = {
  whole: new Intl.DateTimeFormat(undefined, { day: '2-digit', month: 'short', ...clock }),
  year: new Intl.DateTimeFormat(undefined, { year: 'numeric' }),
  month: new Intl.DateTimeFormat(undefined, { month: 'short' }),
  day: new Intl.DateTimeFormat(undefined, { day: '2-digit', month: 'short' }),
  time: new Intl.DateTimeFormat(undefined, clock),
};
const marks = ['year', 'month', 'day', 'time', 'time'];

/** A session is shown by its date and has no time zone; a time is shown in the reader's. */
export const formatFullTime = (time) =>
  typeof time === 'number'
    ? formats.whole.format(time * 1000)
    : typeof time === 'string'
      ? time
      : `${time.year}-${String(time.month).padStart(2, '0')}-${String(time.day).padStart(2, '0')}`;
export const markText = (time, kind) =>
  typeof time === 'number' ? formats[marks[kind] ?? 'time'].format(time * 1000) : null;

export function look(element) {
  const { paper, ink, soft, hair, rule, green, red } = readColors(element);
  const { fontFamily } = window.getComputedStyle(element);
  return {
    chart: {
      layout: { background: { color: paper }, textColor: soft, fontFamily, fontSize: 12, attributionLogo: false },
      grid: { vertLines: { color: hair }, horzLines: { color: hair } },
      rightPriceScale: { borderColor: rule },
      timeScale: { borderColor: rule },
      crosshair: {
        vertLine: { color: rule, labelBackgroundColor: soft },
        horzLine: { color: rule, labelBackgroundColor: soft },
      },
    },
    // Hollow is up and filled is down, so nobody needs the colors.
    candles: {
      upColor: paper,
      borderUpColor: green,
      wickUpColor: green,
      downColor: red,
      borderDownColor: red,
      wickDownColor: red,
      priceLineColor: ink,
    },
    volume: { color: hair },
  };
}
