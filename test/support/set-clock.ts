const real = Date.now;

/** The clock of this process, as a user could set it: it stands where it is set. Timers run on, and so does the database. */
export const clock = {
  set(moment: string): void {
    const instant = Date.parse(moment);
    Date.now = () => instant;
  },
  runOn(): void {
    Date.now = real;
  },
};

const measured = performance.now.bind(performance);

/** What this process measures time by, as limits do: it can be held, so that nothing is given back while a machine is slow. Timers run on here as well. */
export const stopwatch = {
  hold(): void {
    const moment = measured();
    performance.now = () => moment;
  },
  runOn(): void {
    performance.now = measured;
  },
};
