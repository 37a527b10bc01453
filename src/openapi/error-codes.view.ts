import type { Contract } from './contract.js';
import { listPlaces } from './documentation.view.js';
import type { OpenApi } from './openapi.js';
import { toOperationView } from './operation.view.js';

/** An error code with its cause, fix and endpoints. Some have another status in some cases. */
export type ErrorView = Readonly<{
  code: string;
  status: number;
  other_status?: number;
  cause: string;
  fix: string;
  href: string;
  operations: readonly string[];
}>;

export function toErrorViews({ errors }: Contract, document: OpenApi): readonly ErrorView[] {
  const operations = listPlaces(document).flatMap(
    ({ operation }) => toOperationView(document, operation.operationId) ?? [],
  );
  return errors.map(({ otherStatus, ...section }) => ({
    ...section,
    ...(otherStatus !== undefined && { other_status: otherStatus }),
    href: `/docs/errors/${section.code}`,
    operations: operations
      .filter(({ answers }) => answers.some(({ codes }) => codes.includes(section.code)))
      .map(({ operation_id }) => operation_id),
  }));
}
