import type { GuideSummaryView, GuideView, TagView } from './documentation.view.js';
import type { ExampleClient, TrialKeyForm } from './examples.js';

/** What every page of the documentation shows besides its view: the way to the others, and the reader's own key. */
export type Reader = Readonly<{
  guides: readonly GuideSummaryView[];
  resources: readonly TagView[];
  exampleClient: ExampleClient | null;
  trialKeyForm: TrialKeyForm;
  quickStart: GuideView;
}>;

const READER = Symbol('reader');

/** A copy of the view with the reader beside it. A symbol is no field: programs get the view alone. */
export function attachReader<View extends object>(view: View, reader: Reader): View {
  const copy = (Array.isArray(view) ? [...(view as readonly unknown[])] : { ...view }) as View;
  return Object.assign(copy, { [READER]: reader });
}

export function getReader(view: object): Reader {
  const reader = (view as Readonly<{ [READER]?: Reader }>)[READER];
  if (reader === undefined) throw new TypeError('A page of the documentation has no reader');
  return reader;
}
