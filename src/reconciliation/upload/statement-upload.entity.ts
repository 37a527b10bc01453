import { Check, Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { BigIntType, type Opt } from '@mikro-orm/postgresql';
import { User } from '../../users/user.entity.js';
import type { BreakChanges } from './break-changes.js';
import type { StatementKind } from './statement-table.js';

/** The result of one statement of the table. */
export type UploadOutcome = BreakChanges &
  Readonly<{
    acctId: number;
    asOf: string;
    seq: number;
    version: number | null;
    isRepeated: boolean;
    /** Breaks of that date that were open before and are as they were. Uploads of earlier versions do not have it. */
    unchanged?: number;
  }>;

/**
 * An uploaded table of statements, which the user reviews before the import. It is imported once: `appliedAt` and `outcomes` are
 * written together, under a row lock. Only the user who uploaded it can view it, for a limited time.
 */
@Entity({ tableName: 'statement_uploads' })
@Check({ name: 'statement_uploads_kind_check', expression: `kind in ('money', 'positions')` })
@Check({ name: 'statement_uploads_applied_check', expression: '(applied_at is null) = (outcomes is null)' })
@Index({ name: 'statement_uploads_created_at_index', properties: ['createdAt'] })
export class StatementUpload {
  @PrimaryKey({ type: new BigIntType('number') })
  readonly id!: number;

  /** The user; the customer, if an administrator acted for one. */
  @Index()
  @ManyToOne(() => User, { mapToPk: true, fieldName: 'user_id', deleteRule: 'cascade' })
  readonly userId: number;

  /** The user who was signed in; the administrator, if one acted for a customer. */
  @Index()
  @ManyToOne(() => User, { mapToPk: true, fieldName: 'acting_user_id', deleteRule: 'cascade' })
  readonly actingUserId: number;

  @Property({ length: 9 })
  readonly kind: StatementKind;

  @Property({ length: 200 })
  readonly fileName: string;

  @Property({ type: 'text' })
  content: string;

  @Property({ type: 'timestamptz', length: 3 })
  readonly createdAt: Date & Opt = new Date();

  @Property({ type: 'timestamptz', length: 3, nullable: true })
  appliedAt: Date | null = null;

  @Property({ type: 'json', columnType: 'jsonb', nullable: true })
  outcomes: readonly UploadOutcome[] | null = null;

  constructor(
    by: Readonly<{ userId: number; actingUserId: number }>,
    { kind, fileName, content }: Readonly<{ kind: StatementKind; fileName: string; content: string }>,
  ) {
    this.userId = by.userId;
    this.actingUserId = by.actingUserId;
    this.kind = kind;
    this.fileName = fileName;
    this.content = content;
  }
}
