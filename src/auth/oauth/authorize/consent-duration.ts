/** What is asked of the user, and how long tokens can be refreshed. */
type ConsentConditions = Readonly<{
  isOnBehalf: boolean;
  administers: boolean;
  asksEachTime: boolean;
  longestSeconds: number;
}>;

const WITHDRAW = 'you withdraw it under Access in your profile.';

/** The duration of a consent in sentences, for the consent page. */
export function formatConsentDuration({
  isOnBehalf,
  administers,
  asksEachTime,
  longestSeconds,
}: ConsentConditions): string {
  if (isOnBehalf) return 'What you allow holds for this one request, and ends when you stop acting.';
  const end = `What you allow now ends after ${formatDuration(longestSeconds)} at the latest, or when ${WITHDRAW}`;
  if (asksEachTime)
    return `You will be asked each time, because any program on your device could ask in its name. ${end}`;
  if (administers) return `You will be asked again each time it asks to administer this service. ${end}`;
  return `You will not be asked again, unless it asks for more. It keeps this access until ${WITHDRAW}`;
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** In the largest unit that divides it. */
function formatDuration(seconds: number): string {
  const [name, length] = UNITS.find(([, unit]) => seconds % unit === 0) ?? ['second', 1];
  const count = seconds / length;
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
