import type { OperationSummaryView, TagView } from './documentation.view.js';

/** Endpoints by resource. */
export type ReferenceView = Readonly<{ title: string; summary: string; resources: readonly TagView[] }>;

/** An endpoint with the text of its page. */
type DescribedOperationView = OperationSummaryView & Readonly<{ description: string }>;

/** The endpoints of a resource, each with its description. */
export type ResourceReferenceView = Omit<TagView, 'operations'> &
  Readonly<{ operations: readonly DescribedOperationView[]; pages: readonly OperationSummaryView[] }>;
