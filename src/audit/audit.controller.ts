import { Controller, Get, Header, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/actor.decorator.js';
import { respondsWithPage } from '../http/accept.js';
import { toListRange, toPage } from '../http/paging.js';
import { CsvDownload, HtmlFormErrors, HtmlPage } from '../http/route-options.decorator.js';
import { parseId, toRangeStart, toRangeEnd } from '../http/wire-values.js';
import { AUDIT_COLUMNS, type AuditEntryView, toAuditEntryView } from './audit-entry.view.js';
import { AuditNamesService } from './audit-names.service.js';
import { auditPage, type NamedEntries, rejectedAuditPage } from './audit.page.js';
import { AuditQuestion } from './audit.dto.js';
import { AuditSubjectsService } from './audit-subjects.service.js';
import { AuditReadingService } from './audit-reading.service.js';
import { describeDetail, describeDetailInWords } from './audit-words.js';

@Controller('audit')
export class AuditController {
  constructor(
    private readonly log: AuditReadingService,
    private readonly names: AuditNamesService,
    private readonly things: AuditSubjectsService,
  ) {}

  /**
   * Lists audit log entries, newest first.
   *
   * Administrators see all entries; other users see entries by them or on their behalf. `Link` has the next page.
   */
  @Get()
  @CsvDownload(AUDIT_COLUMNS)
  @HtmlPage(auditPage, { htmlPageSize: 30, allowEmptyQuery: true })
  @HtmlFormErrors(rejectedAuditPage)
  @Header('cache-control', 'no-store')
  async listAuditEvents(
    @CurrentActor() actor: Actor,
    @Query() question: AuditQuestion,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AuditEntryView[]> {
    const { action, outcome, since, until, person, q: containing } = question;
    const findUsers = async (text: string | undefined): Promise<readonly number[] | undefined> =>
      text === undefined ? undefined : this.names.findUsers(actor, parseId(text) ?? text);
    const { size, after: before } = toListRange(question);
    const found = await this.log.find(actor, {
      ...{ size, before, action, outcome, containing },
      userId: question.user_id,
      actingUserId: question.acting_user_id,
      clientId: question.client_id,
      about: containing === undefined ? undefined : await this.things.search(actor, containing),
      userIds: await findUsers(question.user),
      actingUserIds: await findUsers(question.acting_user),
      people: person === undefined ? undefined : await this.names.searchUsers(actor, person),
      since: since === undefined ? undefined : toRangeStart(since),
      until: until === undefined ? undefined : toRangeEnd(until),
    });
    const rows = toPage(found, question, { reply, getId: ({ id }) => id });
    const entries: NamedEntries = rows.map((row) => toAuditEntryView(row, describeDetail(row)));
    if (respondsWithPage(reply.request)) {
      const parts = new Map(rows.map((row) => [row.id, describeDetailInWords(row)]));
      Object.assign(entries, {
        people: await this.names.findNames(rows, actor),
        things: await this.things.createNamer(actor, [...parts.values()].flat()),
        parts,
      });
    }
    return entries;
  }
}
