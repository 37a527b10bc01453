import type { SettableInstrumentStatus, InstrumentStatus, InstrumentType } from './reference-definitions.js';

/** Which page of a list: how many rows at most, behind which id. */
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

/** Text that is looked for as it is written: no character of it stands for others. */
export const toContainsPattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

export const isSettableStatus = (status: InstrumentStatus): status is SettableInstrumentStatus => status !== 'Expired';
