import type { Html } from './html.js';

/** A page is a pure function from the view a handler returned, and from who looks at it, to markup. */
export type Page<View> = (view: View, visit: Visit) => PageContent;

/** What the layout needs to know of a page. */
export type PageContent = Readonly<{ title: string; body: Html }>;

/** What a page may know of the request that it answers. */
export type Visit = Readonly<{
  path: string;
  person: string | null;
  flash: string | null;
  asset: (name: string) => string;
}>;
