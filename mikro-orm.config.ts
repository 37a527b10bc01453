import { Migrator } from '@mikro-orm/migrations';
import { ReflectMetadataProvider } from '@mikro-orm/decorators/legacy';
import { defineConfig, type Options, RequestContext } from '@mikro-orm/postgresql';
import { AccessToken, RefreshToken } from './src/auth/tokens/token.entity.js';
import { AuthorizationCode } from './src/auth/oauth/authorize/authorization-code.entity.js';
import { Consent } from './src/auth/oauth/authorize/consent.entity.js';
import { SigningKey } from './src/auth/oauth/keys/signing-key.entity.js';
import { BrowserSession } from './src/auth/sessions/session.entity.js';
import { TokenFamily } from './src/auth/tokens/token-family.entity.js';
import { Alert, AlertProgress } from './src/alerts/alert.entity.js';
import { AuditEntry } from './src/audit/audit-entry.entity.js';
import { Client } from './src/clients/client.entity.js';
import { KeyCall, KeyUse } from './src/clients/calls/key-call.entity.js';
import { createRequestPoolConfig } from './src/database/connection.js';
import { getUnitOfWork } from './src/database/unit-of-work.js';
import { BreakAssignment } from './src/reconciliation/breaks/break-assignment.entity.js';
import { BreakNote } from './src/reconciliation/breaks/break-note.entity.js';
import { StatementUpload } from './src/reconciliation/upload/statement-upload.entity.js';
import { Account, AccountGrant, AccountChange } from './src/exchange/ledger/account.entity.js';
import {
  ClosingMark,
  GroupState,
  InstrumentState,
  ProductState,
} from './src/exchange/ledger/instrument-state.entity.js';
import { ExchangeState, ExchangeWriter } from './src/exchange/ledger/exchange-state.entity.js';
import { JournalBatch } from './src/exchange/ledger/journal-batch.entity.js';
import { JournalEntry } from './src/exchange/ledger/journal-entry.entity.js';
import { MoneyValue } from './src/exchange/ledger/money-value.entity.js';
import { Order, OrderEvent } from './src/exchange/ledger/order.entity.js';
import { Position, PositionChange, PositionClose } from './src/exchange/ledger/position.entity.js';
import { PositionStatement, StatedPosition } from './src/exchange/ledger/position-statement.entity.js';
import { ReconciliationBreak } from './src/exchange/ledger/reconciliation-break.entity.js';
import { Trade } from './src/exchange/ledger/trade.entity.js';
import { BarProgress, StoredBar } from './src/marketdata/bars/bar.entity.js';
import { DigestKey, IdempotentResponse } from './src/idempotency/idempotent-response.entity.js';
import { InstrumentEntity } from './src/instruments/instrument.entity.js';
import { ProductEntity } from './src/instruments/products/product.entity.js';
import { ProductGroupEntity } from './src/instruments/groups/product-group.entity.js';
import { Identity0001 } from './src/migrations/0001-identity.js';
import { RefreshReplays0002 } from './src/migrations/0002-refresh-replays.js';
import { AccessEnds0003 } from './src/migrations/0003-access-ends.js';
import { Audit0004 } from './src/migrations/0004-audit.js';
import { IntrospectionRight0005 } from './src/migrations/0005-introspection-right.js';
import { CleanUp0006 } from './src/migrations/0006-clean-up.js';
import { SignIn0007 } from './src/migrations/0007-sign-in.js';
import { ClientKeys0008 } from './src/migrations/0008-client-keys.js';
import { Instruments0009 } from './src/migrations/0009-instruments.js';
import { Acting0010 } from './src/migrations/0010-acting.js';
import { AuditRetention0011 } from './src/migrations/0011-audit-retention.js';
import { KeyMakers0012 } from './src/migrations/0012-key-makers.js';
import { Exchange0013 } from './src/migrations/0013-exchange.js';
import { Idempotency0014 } from './src/migrations/0014-idempotency.js';
import { Attempts0015 } from './src/migrations/0015-attempts.js';
import { Bars0016 } from './src/migrations/0016-bars.js';
import { Events0017 } from './src/migrations/0017-events.js';
import { Webhooks0018 } from './src/migrations/0018-webhooks.js';
import { GrantsTold0019 } from './src/migrations/0019-grants-told.js';
import { StatementUploads0020 } from './src/migrations/0020-statement-uploads.js';
import { KeyCalls0021 } from './src/migrations/0021-key-calls.js';
import { BreakNotes0022 } from './src/migrations/0022-break-notes.js';
import { IdempotentCommands0024 } from './src/migrations/0024-idempotent-commands.js';
import { WriterLease0025 } from './src/migrations/0025-writer-lease.js';
import { VenueRules0026 } from './src/migrations/0026-venue-rules.js';
import { InstrumentLife0027 } from './src/migrations/0027-instrument-life.js';
import { LargeCommands0028 } from './src/migrations/0028-large-commands.js';
import { ReferenceDecimals0029 } from './src/migrations/0029-reference-decimals.js';
import { RefusalFigures0030 } from './src/migrations/0030-refusal-figures.js';
import { PlacedBy0031 } from './src/migrations/0031-placed-by.js';
import { FirstParty0032 } from './src/migrations/0032-first-party.js';
import { RequiredPkce0034 } from './src/migrations/0034-required-pkce.js';
import { PasswordMustChange0035 } from './src/migrations/0035-password-must-change.js';
import { DigestKeysAndIdTokenProfile0036 } from './src/migrations/0036-digest-keys-and-id-token-profile.js';
import { AuditSubjects0037 } from './src/migrations/0037-audit-subjects.js';
import { NoAuditSubjectIndex0038 } from './src/migrations/0038-no-audit-subject-index.js';
import { JournalBatches0039 } from './src/migrations/0039-journal-batches.js';
import { BoardTimes0040 } from './src/migrations/0040-board-times.js';
import { KeyOwners0041 } from './src/migrations/0041-key-owners.js';
import { BreakAssignments0042 } from './src/migrations/0042-break-assignments.js';
import { Watchlists0043 } from './src/migrations/0043-watchlists.js';
import { Alerts0044 } from './src/migrations/0044-alerts.js';
import { StatusReasons0045 } from './src/migrations/0045-status-reasons.js';
import { ActionValues0046 } from './src/migrations/0046-action-values.js';
import { HaltReasons0047 } from './src/migrations/0047-halt-reasons.js';
import { WatchlistNames0048 } from './src/migrations/0048-watchlist-names.js';
import { AuditOnBehalfIndex0049 } from './src/migrations/0049-audit-on-behalf-index.js';
import { StatusSetters0050 } from './src/migrations/0050-status-setters.js';
import { ProfitStarts0051 } from './src/migrations/0051-profit-starts.js';
import { ReplacedLists0052 } from './src/migrations/0052-replaced-lists.js';
import { Address, User } from './src/users/user.entity.js';
import { Watchlist, WatchlistLayout } from './src/watchlists/watchlist.entity.js';
import { Attempt, Delivery } from './src/webhooks/delivery.entity.js';
import { Webhook } from './src/webhooks/webhook.entity.js';

/** The schema's table of contents: one line per entity, no globs. */
const entities = [
  User,
  Address,
  Client,
  KeyUse,
  KeyCall,
  BrowserSession,
  TokenFamily,
  AccessToken,
  RefreshToken,
  AuditEntry,
  AuthorizationCode,
  Consent,
  SigningKey,
  DigestKey,
  IdempotentResponse,
  ProductGroupEntity,
  ProductEntity,
  InstrumentEntity,
  Account,
  AccountGrant,
  AccountChange,
  Order,
  OrderEvent,
  Trade,
  Position,
  PositionChange,
  PositionClose,
  MoneyValue,
  PositionStatement,
  StatedPosition,
  ReconciliationBreak,
  GroupState,
  ProductState,
  InstrumentState,
  ClosingMark,
  JournalBatch,
  JournalEntry,
  ExchangeWriter,
  ExchangeState,
  StatementUpload,
  BreakAssignment,
  BreakNote,
  Watchlist,
  WatchlistLayout,
  Alert,
  AlertProgress,
  Webhook,
  Delivery,
  Attempt,
  StoredBar,
  BarProgress,
];

/** What brings a database to this schema, oldest first. A list and no glob, too: what runs is what stands here, in this order. */
export const migrations = [
  { name: '0001-identity', class: Identity0001 },
  { name: '0002-refresh-replays', class: RefreshReplays0002 },
  { name: '0003-access-ends', class: AccessEnds0003 },
  { name: '0004-audit', class: Audit0004 },
  { name: '0005-introspection-right', class: IntrospectionRight0005 },
  { name: '0006-clean-up', class: CleanUp0006 },
  { name: '0007-sign-in', class: SignIn0007 },
  { name: '0008-client-keys', class: ClientKeys0008 },
  { name: '0009-instruments', class: Instruments0009 },
  { name: '0010-acting', class: Acting0010 },
  { name: '0011-audit-retention', class: AuditRetention0011 },
  { name: '0012-key-makers', class: KeyMakers0012 },
  { name: '0013-exchange', class: Exchange0013 },
  { name: '0014-idempotency', class: Idempotency0014 },
  { name: '0015-attempts', class: Attempts0015 },
  { name: '0016-bars', class: Bars0016 },
  { name: '0017-events', class: Events0017 },
  { name: '0018-webhooks', class: Webhooks0018 },
  { name: '0019-grants-told', class: GrantsTold0019 },
  { name: '0020-statement-uploads', class: StatementUploads0020 },
  { name: '0021-key-calls', class: KeyCalls0021 },
  { name: '0022-break-notes', class: BreakNotes0022 },
  { name: '0024-idempotent-commands', class: IdempotentCommands0024 },
  { name: '0025-writer-lease', class: WriterLease0025 },
  { name: '0026-venue-rules', class: VenueRules0026 },
  { name: '0027-instrument-life', class: InstrumentLife0027 },
  { name: '0028-large-commands', class: LargeCommands0028 },
  { name: '0029-reference-decimals', class: ReferenceDecimals0029 },
  { name: '0030-refusal-figures', class: RefusalFigures0030 },
  { name: '0031-placed-by', class: PlacedBy0031 },
  { name: '0032-first-party', class: FirstParty0032 },
  { name: '0034-required-pkce', class: RequiredPkce0034 },
  { name: '0035-password-must-change', class: PasswordMustChange0035 },
  { name: '0036-digest-keys-and-id-token-profile', class: DigestKeysAndIdTokenProfile0036 },
  { name: '0037-audit-subjects', class: AuditSubjects0037 },
  { name: '0038-no-audit-subject-index', class: NoAuditSubjectIndex0038 },
  { name: '0039-journal-batches', class: JournalBatches0039 },
  { name: '0040-board-times', class: BoardTimes0040 },
  { name: '0041-key-owners', class: KeyOwners0041 },
  { name: '0042-break-assignments', class: BreakAssignments0042 },
  { name: '0043-watchlists', class: Watchlists0043 },
  { name: '0044-alerts', class: Alerts0044 },
  { name: '0045-status-reasons', class: StatusReasons0045 },
  { name: '0046-action-values', class: ActionValues0046 },
  { name: '0047-halt-reasons', class: HaltReasons0047 },
  { name: '0048-watchlist-names', class: WatchlistNames0048 },
  { name: '0049-audit-on-behalf-index', class: AuditOnBehalfIndex0049 },
  { name: '0050-status-setters', class: StatusSetters0050 },
  { name: '0051-profit-starts', class: ProfitStarts0051 },
  { name: '0052-replaced-lists', class: ReplacedLists0052 },
];

/** The options for one database; the service, the tests and the command line all come through here. */
export function ormOptions(databaseUrl: string): Options {
  return defineConfig({
    clientUrl: databaseUrl,
    entities,
    metadataProvider: ReflectMetadataProvider,
    extensions: [Migrator],
    driverOptions: createRequestPoolConfig(databaseUrl),
    context: (name) => getUnitOfWork() ?? RequestContext.getEntityManager(name),
    migrations: { migrationsList: migrations, snapshot: false },
  });
}
