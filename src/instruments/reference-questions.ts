import type { GivenStatus, InstrumentStatus, InstrumentType } from './reference-terms.js';

/** Which page of a list: how many rows at most, behind which id. */
type Page = Readonly<{ size: number; after: number | null }>;

export type GroupFilter = Page & Readonly<{ symbol?: string | undefined; search?: string | undefined }>;

export type ProductFilter = GroupFilter &
  Readonly<{ groupId?: number | undefined; instrumentType?: InstrumentType | undefined }>;

export type InstrumentFilter = GroupFilter &
  Readonly<{
    groupId?: number | undefined;
    productId?: number | undefined;
    statuses?: readonly InstrumentStatus[] | undefined;
    ids?: readonly number[] | undefined;
  }>;

/** Text that is looked for as it is written: no character of it stands for others. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

export const isGiven = (status: InstrumentStatus): status is GivenStatus => status !== 'Expired';
