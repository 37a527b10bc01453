import type { Aspect } from './observe.js';

/** What is seen of an answer, here and there. */
type Differs = Readonly<Partial<Record<Aspect, readonly [ours: string, theirs: string]>>>;

/**
 * Requests that this service and node-oidc-provider may answer differently, and why: a line of the interface, a section of a
 * standard, or one of the project's own checks and decisions (T01 … Q11, X1 … X18). Nothing else may differ, and each of these
 * has to.
 */
export type AllowedDifference = Readonly<{
  why: string;
  cases: readonly Readonly<{ requests: readonly string[]; differs: Differs }>[];
}>;
