import type { Issue } from '../errors/domain-error.js';
import type { ProblemFigures } from '../errors/problem-figures.view.js';

/** RFC 9457, with this service's extensions. The members are written in this order. */
export type Problem = Readonly<{
  type: string;
  title: string;
  status: number;
  code: string;
  detail: string;
  instance: string;
  request_id: string;
  errors?: readonly Issue[];
  /** The order action that was refused, as it is kept. */
  action?: object;
}> &
  ProblemFigures;

/** What went wrong, before it is known where it is told. */
export type Failure = Readonly<{
  status: number;
  code: string;
  detail: string;
  issues?: readonly Issue[] | undefined;
  action?: object | undefined;
  figures?: ProblemFigures | undefined;
  retryAfterSeconds?: number | undefined;
  challenge?: string | undefined;
  allow?: string | undefined;
}>;

/** Where a failure happened. The query stays out of the problem: it may hold what nobody should keep. */
export type Scene = Readonly<{ baseUrl: string; url: string; requestId: string }>;

export function problemOf(
  { status, code, detail, issues, action, figures }: Failure,
  { baseUrl, url, requestId }: Scene,
): Problem {
  return {
    type: `${baseUrl}/docs/errors/${code}`,
    title: titleOf(code),
    status,
    code,
    detail,
    instance: url.split('?', 1)[0] ?? '/',
    request_id: requestId,
    ...(issues !== undefined && issues.length > 0 && { errors: issues }),
    ...figures,
    ...(action && { action }),
  };
}

/** `malformed_json` as people write it: "Malformed JSON". */
export function titleOf(code: string): string {
  const words = code.replaceAll('_', ' ').replace(/\b(?:json|http|url|id|csv|api)\b/g, (word) => word.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}
