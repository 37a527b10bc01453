/** A place in the documentation with the words of a search. */
export type SearchResultView = Readonly<{
  kind: 'guide' | 'endpoint' | 'error' | 'change';
  title: string;
  href: string;
  passage: string;
}>;
