/** The answer to a message. `body` is JSON; `orderIds` are the orders that the message placed and that are working. */
export type OrderStreamAnswer = Readonly<{
  requestId: string | null;
  status: number;
  isReplayed: boolean;
  retryAfterSeconds: number | null;
  body: string;
  actionIds: readonly number[];
  orderIds: readonly number[];
}>;

/** What became of a request of an earlier connection. */
export type RequestOutcome =
  | Readonly<{
      outcome: 'answered';
      requestId: string;
      status: number;
      actionIds: readonly number[];
      text: string | null;
    }>
  | Readonly<{ outcome: 'not_executed' | 'unknown'; requestId: string }>;

export function toAnswerText({ requestId, status, isReplayed, retryAfterSeconds, body }: OrderStreamAnswer): string {
  const replayed = isReplayed ? ',"replayed":true' : '';
  const retry = retryAfterSeconds === null ? '' : `,"retry_after":${retryAfterSeconds}`;
  return `{"id":${JSON.stringify(requestId)},"status":${status}${replayed}${retry},"body":${body}}`;
}

/** All answers of one commit. */
export const toAnswersText = (answers: readonly string[]): string =>
  `{"type":"answers","answers":[${answers.join(',')}]}`;

/** The first message of a connection. */
export const toSessionText = (
  session: string,
  { cancelsOnDisconnect, inFlightMax }: Readonly<{ cancelsOnDisconnect: boolean; inFlightMax: number }>,
): string =>
  JSON.stringify({ type: 'session', session, cancel_on_disconnect: cancelsOnDisconnect, max_in_flight: inFlightMax });

/** `actions_url` lists the executed actions, where the session is unknown. */
export function toResumedText(
  { session, after, isKnown }: Readonly<{ session: string; after: number | null; isKnown: boolean }>,
  outcomes: readonly RequestOutcome[],
): string {
  const url = after === null ? '/orderactions?newest=true' : `/orderactions?since_id=${after}`;
  const head = JSON.stringify({ type: 'resumed', session, known: isKnown, ...(!isKnown && { actions_url: url }) });
  return `${head.slice(0, -1)},"results":[${outcomes.map(toOutcomeText).join(',')}]}`;
}

function toOutcomeText(result: RequestOutcome): string {
  const { outcome, requestId: id } = result;
  if (outcome !== 'answered') return JSON.stringify({ outcome, id });
  const { status, actionIds, text } = result;
  return text === null
    ? JSON.stringify({ outcome, id, status, body: null, action_ids: actionIds })
    : `{"outcome":"answered",${text.slice(1)}`;
}
