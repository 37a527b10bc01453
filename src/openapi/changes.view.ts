import type { Change } from './contract.js';

/** A change of the service: one entry of the changelog, in Markdown. Its `id` stays when other entries come. */
export type ChangeView = Readonly<{ id: string; version: string; kind: string; text: string; updated_at: string }>;

export const toChangeView = ({ id, version, kind, text, date }: Change): ChangeView => ({
  id,
  version,
  kind,
  text,
  updated_at: date,
});
