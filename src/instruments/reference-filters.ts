import type { SettableInstrumentStatus, InstrumentStatus, InstrumentType } from './reference-definitions.js';

/** The page of a list: the most rows, and the id after which it starts. */
type PageRequest = Readonly<{ size: number; after: number | null }>;

export type ProductGroupFilter = PageRequest & Readonly<{ symbol?: string | undefined; search?: string | undefined }>;

export type ProductFilter = ProductGroupFilter &
  Readonly<{ groupId?: number | undefined; instrumentType?: InstrumentType | undefined }>;

export type InstrumentFilter = ProductGroupFilter &
  Readonly<{
    groupId?: number | undefined;
    productId?: number | undefined;
    statuses?: readonly InstrumentStatus[] | undefined;
    ids?: readonly number[] | undefined;
  }>;

/** Escapes text for `like`, so that no character is a wildcard. */
export const toContainsPattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

export const isSettableStatus = (status: InstrumentStatus): status is SettableInstrumentStatus => status !== 'Expired';
