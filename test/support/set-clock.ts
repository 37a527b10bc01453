const real = Date.now;

/** The clock of this process, as somebody could set it: it stands where it is set. Timers run on, and so does the database. */
export const clock = {
  set(moment: string): void {
    const instant = Date.parse(moment);
    Date.now = () => instant;
  },
  runOn(): void {
    Date.now = real;
  },
};
