import { EntityManager, type FindOneOptions, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../access/actor.js';
import { UNTRACKED } from '../../database/unit-of-work.js';
import { Config } from '../../config/config.js';
import type { EngineAccount } from '../../engine/account.js';
import type { State } from '../../engine/state.js';
import type { CommandSource } from '../../exchange/command-source.js';
import type { CommandResult } from '../../exchange/commit-loop.js';
import { ExchangeService } from '../../exchange/exchange.service.js';
import { InstrumentEntity } from '../../instruments/instrument.entity.js';
import {
  UnknownUploadError,
  UploadImportedError,
  UploadOutdatedError,
  UploadRefusedError,
  UploadTooLargeError,
} from '../../accounts/account-errors.js';
import { canViewAllAccounts } from '../../accounts/account-rights.js';
import { AccountWritingService } from '../../accounts/account-writing.service.js';
import { requireFewRows } from '../row-limit.js';
import type { CsvTable } from './csv-table.js';
import { planMoney } from './money-plan.js';
import { planPositions } from './position-plan.js';
import {
  type PlanContext,
  type PlanPreview,
  type StatementPlan,
  toAuditNote,
  toUploadOutcome,
  createSuggestions,
} from './statement-plan.js';
import { countLines, readMoney, readPositions, type StatementKind } from './statement-table.js';
import { StatementUpload } from './statement-upload.entity.js';
import {
  correctLines,
  type FaultyLine,
  listFaultyLines,
  listSoundLines,
  type SoundLines,
} from './table-corrections.js';
import { TABLE_MAX } from './uploads.dto.js';
import { DAY_MS } from '../statements/statement-dates.js';

/** An upload with its current plan, the lines with errors to fix, and the other lines beside them. The plan is null after the import. */
export type ShownUpload = Readonly<{
  upload: StatementUpload;
  plan: (Pick<StatementPlan, 'faults' | 'basis'> & PlanPreview) | null;
  faulty: readonly FaultyLine[];
  sound: SoundLines;
}>;

type UploadedTable = Readonly<{ kind: StatementKind; fileName: string; content: string }>;
/** `basis` is the hash of the reviewed plan. `afterwards` runs in the same transaction. */
type UploadConfirmation = Readonly<{
  basis: string;
  afterwards: (executed: readonly CommandResult[]) => Promise<void>;
}>;
type PlanUpload = (state: State) => StatementPlan;
/** `table` is what was read; null for text that is no table. */
type Planning = Readonly<{ createPlan: PlanUpload; table: CsvTable | null }>;

/** The most lines with errors that a page shows; the others follow when these are fixed. */
const FAULTY_LINES_SHOWN = 50;

/** The most lines without errors that it shows. */
const SOUND_LINES_SHOWN = 200;

const NO_LINES: SoundLines = { titles: [], rows: [], leftOut: 0 };

/** Uploads are deleted after this time; of one user, only so many uploads without an import are kept. */
const KEPT_DAYS = 30;
const WAITING_MAX = 20;
const LOCKED = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const;

/**
 * Stores uploaded tables of statements, previews their changes, and imports them on confirmation: once, and all statements of a
 * table in one transaction of the exchange.
 */
@Injectable()
export class StatementUploadsService {
  constructor(
    private readonly em: EntityManager,
    private readonly exchange: ExchangeService,
    private readonly writing: AccountWritingService,
    private readonly config: Config,
  ) {}

  /** Returns the id of the stored upload. */
  async keep(actor: Actor, { kind, fileName, content }: UploadedTable): Promise<number> {
    requireFewRows(countLines(content));
    const upload = new StatementUpload(actor, { kind, fileName: fileName.slice(0, 200), content });
    await this.em.persist(upload).flush();
    await this.deleteOld(actor);
    return upload.id;
  }

  private async deleteOld({ actingUserId }: Actor): Promise<void> {
    const excess = await this.em.find(
      StatementUpload,
      { actingUserId, appliedAt: null },
      { ...UNTRACKED, fields: ['id'], orderBy: { id: 'desc' }, offset: WAITING_MAX },
    );
    const oldest = new Date(Date.now() - KEPT_DAYS * DAY_MS);
    await this.em.nativeDelete(StatementUpload, {
      // An upload that is imported meanwhile stays.
      $or: [{ createdAt: { $lt: oldest } }, { id: { $in: excess.map(({ id }) => id) }, appliedAt: null }],
    });
  }

  async show(actor: Actor, id: number): Promise<ShownUpload> {
    const upload = await this.find(this.em, actor, id);
    if (upload.appliedAt !== null) return { upload, plan: null, faulty: [], sound: NO_LINES };
    const { createPlan, table } = await this.createPlanning(actor, upload);
    const plan = await this.exchange.look((state) => {
      const { faults, basis, preview } = createPlan(state);
      return { faults, basis, ...preview() };
    });
    const { faults } = plan;
    return {
      ...{ upload, plan, sound: listSoundLines(table, { faults, most: SOUND_LINES_SHOWN }) },
      faulty: listFaultyLines(upload.content, table, { faults, most: FAULTY_LINES_SHOWN }),
    };
  }

  /** Replaces lines of a table that was not imported yet. Returns the lines that are left out. */
  async correct(actor: Actor, id: number, lines: Readonly<Record<string, unknown>>): Promise<readonly number[]> {
    return this.em.transactional(async (em) => {
      const upload = await this.find(em, actor, id, LOCKED);
      if (upload.appliedAt !== null) throw new UploadImportedError();
      const { content, leftOut } = correctLines(upload.content, lines);
      if (content.length > TABLE_MAX) throw new UploadTooLargeError();
      requireFewRows(countLines(content));
      upload.content = content;
      return leftOut;
    });
  }

  private async find(
    em: EntityManager,
    actor: Actor,
    id: number,
    options: Pick<FindOneOptions<StatementUpload>, 'lockMode' | 'refresh'> = {},
  ): Promise<StatementUpload> {
    const upload = await em.findOne(StatementUpload, { id, ...toUploadOwner(actor) }, options);
    if (upload === null) throw new UnknownUploadError();
    return upload;
  }

  /**
   * Imports the table, unless the data of the preview has changed since. A second confirmation, for example from another window,
   * waits for the first and changes nothing. If the process ends in between, the statements are saved, and the plan shows them.
   */
  async confirm(actor: Actor, id: number, { basis, afterwards }: UploadConfirmation): Promise<void> {
    await this.em.transactional(async (em) => {
      const upload = await this.find(em, actor, id, LOCKED);
      if (upload.appliedAt !== null) return;
      const { createPlan } = await this.createPlanning(actor, upload);
      const { commands } = await this.exchange.look(createPlan);
      const sources = createCommands(commands.length, createPlan, basis);
      const executed = await this.writing.executeAll(actor, sources, (done) =>
        commands.flatMap((command, at) => toAuditNote(command, done[at]) ?? []),
      );
      await afterwards(executed);
      upload.outcomes = await this.exchange.look((state) =>
        commands.map((command, at) => toUploadOutcome(command, executed[at], state)),
      );
      upload.appliedAt = new Date();
    });
  }

  /** Queries the database first; `createPlan` makes the plan synchronously from one engine state. */
  private async createPlanning(actor: Actor, { kind, content }: StatementUpload): Promise<Planning> {
    const createContext = (state: State, instrumentOf: PlanContext['instrumentOf']): PlanContext => {
      return {
        state,
        now: this.exchange.now(),
        mayPostStatementsFor: (account) => this.mayPostStatementsFor(actor, account),
        instrumentOf,
        suggestSymbol: createSuggestions(state),
      };
    };
    if (kind === 'money') {
      const money = readMoney(content);
      const createPlan: PlanUpload = (state) => {
        const context = createContext(state, () => null);
        return planMoney(money, context);
      };
      return { createPlan, table: money.table };
    }
    const positions = readPositions(content);
    const words = new Set([...positions.lines, ...positions.broken].flatMap(({ instrument }) => instrument ?? []));
    const found = await this.em.find(
      InstrumentEntity,
      { symbol: { $in: [...words] } },
      { ...UNTRACKED, fields: ['id', 'symbol'], orderBy: [{ retired: 'desc' }, { id: 'asc' }] },
    );
    // Several instruments may have had one symbol: the last one, which is not retired, counts.
    const ids = new Map(found.map(({ id, symbol }) => [symbol, id]));
    const createPlan: PlanUpload = (state) => {
      const context = createContext(state, (word) => ids.get(word) ?? findInstrumentId(state, word));
      return planPositions(positions, context);
    };
    return { createPlan, table: positions.table };
  }

  private mayPostStatementsFor(actor: Actor, { ownerId }: EngineAccount): boolean {
    return canViewAllAccounts(actor) || (this.config.mode === 'sandbox' && ownerId === actor.userId);
  }
}

const toUploadOwner = ({ userId, actingUserId }: Actor): Pick<StatementUpload, 'userId' | 'actingUserId'> => ({
  userId,
  actingUserId,
});

const findInstrumentId = ({ instruments }: State, word: string): number | null =>
  /^[1-9]\d{0,14}$/.test(word) && instruments.has(Number(word)) ? Number(word) : null;

/** One source for each command. The first one makes the plan again and throws if it is not the confirmed one. */
function createCommands(count: number, planning: PlanUpload, basis: string): CommandSource[] {
  const confirmed: { plan: StatementPlan | null } = { plan: null };
  const createPlan = (state: State): StatementPlan => {
    const plan = (confirmed.plan ??= planning(state));
    if (plan.basis !== basis || plan.commands.length !== count) throw new UploadOutdatedError();
    return plan;
  };
  if (count === 0) throw new UploadRefusedError();
  return Array.from({ length: count }, (_, at): CommandSource => (state) => {
    const command = createPlan(state).commands[at];
    if (command === undefined) throw new UploadOutdatedError();
    return command;
  });
}
