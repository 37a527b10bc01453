import type { Issue, ProblemValues } from './domain-error.js';
import { capitalizeFirst } from './sentence.js';

/** Problem details (RFC 9457) with extensions. The members are written in this order. */
export type Problem = Readonly<{
  type: string;
  title: string;
  status: number;
  code: string;
  detail: string;
  instance: string;
  request_id: string;
  errors?: readonly Issue[];
  /** The stored order action that was rejected. */
  action?: object;
}> &
  ProblemValues;

/** A problem before the request path is added. */
export type HttpFailure = Readonly<{
  status: number;
  code: string;
  detail: string;
  issues?: readonly Issue[] | undefined;
  action?: object | undefined;
  values?: ProblemValues | undefined;
  retryAfterSeconds?: number | undefined;
  challenge?: string | undefined;
  allow?: string | undefined;
}>;

/** The path of the request. The query is omitted, because it may contain secrets. */
export type ProblemContext = Readonly<{ baseUrl: string; url: string; requestId: string }>;

export function toProblem(
  { status, code, detail, issues, action, values }: HttpFailure,
  { baseUrl, url, requestId }: ProblemContext,
): Problem {
  return {
    type: `${baseUrl}/docs/errors/${code}`,
    title: formatProblemTitle(code),
    status,
    code,
    detail,
    instance: url.split('?', 1)[0] ?? '/',
    request_id: requestId,
    ...(issues !== undefined && issues.length > 0 && { errors: issues }),
    ...values,
    ...(action && { action }),
  };
}

/** `malformed_json` as a title: "Malformed JSON". */
export function formatProblemTitle(code: string): string {
  return capitalizeFirst(
    code.replaceAll('_', ' ').replace(/\b(?:json|http|url|id|csv|api)\b/g, (word) => word.toUpperCase()),
  );
}
