/* A chart by the keyboard: which bar is looked at, and how many of them are seen. /shortcuts lists the keys. */

const FAR = 10;
const FEWEST = 8;

/** `drawing` has its chart and its bars; `point` shows one of them, and null none. */
export function listenToKeys(drawing, markPoint) {
  const { chart, place } = drawing;
  /** Which bar is looked at; counted from the end, so that it stays when one comes. */
  let behind = null;
  const goTo = (to) => {
    behind = Math.min(drawing.bars.length - 1, Math.max(0, to));
    const at = drawing.bars.length - 1 - behind;
    show(chart, at);
    markPoint(drawing.bars[at]);
  };
  const leaveField = () => {
    behind = null;
    markPoint(null);
  };
  const steps = {
    ArrowLeft: (n) => goTo(behind === null ? 0 : behind + n),
    ArrowRight: (n) => goTo(behind === null ? 0 : behind - n),
    PageUp: () => goTo((behind ?? 0) + FAR),
    PageDown: () => goTo((behind ?? 0) - FAR),
    Home: () => goTo(drawing.bars.length - 1),
    End: () => goTo(0),
    '+': () => zoom(drawing, 0.75),
    '=': () => zoom(drawing, 0.75),
    '-': () => zoom(drawing, 1 / 0.75),
    Escape: leaveField,
  };
  place.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(steps, event.key)) return;
    event.preventDefault();
    steps[event.key](event.shiftKey ? FAR : 1);
  });
  place.addEventListener('blur', leaveField);
}

/** The chart goes along with who looks beyond its edge. */
function show(chart, at) {
  const scale = chart.timeScale();
  const { from, to } = scale.getVisibleLogicalRange() ?? { from: 0, to: 0 };
  const shift = at < from + 1 ? at - from - 1 : at > to - 1 ? at - to + 1 : 0;
  if (shift !== 0) scale.setVisibleLogicalRange({ from: from + shift, to: to + shift });
}

/** Around the newest that is seen. */
function zoom({ chart, bars }, factor) {
  const scale = chart.timeScale();
  const { from, to } = scale.getVisibleLogicalRange() ?? { from: 0, to: bars.length };
  const width = Math.min(bars.length + 6, Math.max(FEWEST, (to - from) * factor));
  scale.setVisibleLogicalRange({ from: to - width, to });
}
