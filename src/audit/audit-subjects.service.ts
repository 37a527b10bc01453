import { Injectable, Logger } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { AUDIT_SUBJECTS, type AuditSubject, type DetailPart, isMentioned, type SubjectNamer } from './audit-detail.js';
import { Hook } from '../access/hook.js';

/** The lookups that a module registers for its kind of subject. */
type SubjectKind = Readonly<{
  /** Ids of the subjects whose name contains a text. */
  search: (actor: Actor, text: string) => Promise<readonly number[]>;
  /** Names of the subjects that the user may view. */
  names: (actor: Actor, ids: readonly number[]) => Promise<ReadonlyMap<number, string>>;
}>;

/** The most subjects of one kind that a search includes. */
const FOUND_MAX = 1000;

/** Finds names of subjects for the audit log, which stores their ids. Each module registers the lookups of its own subjects. */
@Injectable()
export class AuditSubjectsService {
  private readonly log = new Logger(AuditSubjectsService.name);
  readonly kinds = Hook.requiredForEach<AuditSubject, SubjectKind>(AUDIT_SUBJECTS);

  /** Ids of the subjects that match a text, by kind. */
  async search(actor: Actor, text: string): Promise<ReadonlyMap<AuditSubject, readonly number[]>> {
    const found = await Promise.all(
      AUDIT_SUBJECTS.map(
        async (thing) => [thing, (await this.kinds[thing].handler.search(actor, text)).slice(0, FOUND_MAX)] as const,
      ),
    );
    return new Map(found.filter(([, ids]) => ids.length > 0));
  }

  /** Names of the mentioned subjects. */
  async createNamer(actor: Actor, parts: readonly DetailPart[]): Promise<SubjectNamer> {
    const ids = new Map<AuditSubject, Set<number>>();
    for (const { thing, id } of parts.filter(isMentioned)) ids.set(thing, (ids.get(thing) ?? new Set()).add(id));
    const names = new Map(
      await Promise.all(
        [...ids].map(async ([thing, of]) => [thing, await this.findNames(actor, thing, [...of])] as const),
      ),
    );
    return (thing, id) => names.get(thing)?.get(id) ?? null;
  }

  /** Returns no names if the lookup fails: an entry with an id in place of a name is better than an error page. */
  private async findNames(
    actor: Actor,
    thing: AuditSubject,
    ids: readonly number[],
  ): Promise<ReadonlyMap<number, string>> {
    try {
      return await this.kinds[thing].handler.names(actor, ids);
    } catch (error) {
      this.log.warn(`Audit log: names of kind ${thing} could not be read: ${String(error)}`);
      return new Map();
    }
  }
}
