import type { Issue } from '../errors/domain-error.js';

/** RFC 9457, with this service's extensions. */
export type Problem = Readonly<{
  type: string;
  title: string;
  status: number;
  code: string;
  detail: string;
  instance: string;
  request_id: string;
  errors?: readonly Issue[];
}>;
