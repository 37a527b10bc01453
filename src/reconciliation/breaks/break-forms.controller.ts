import { Body, Controller, Post } from '@nestjs/common';
import { Access } from '../../access/access.decorator.js';
import type { Actor } from '../../access/actor.js';
import { CurrentActor } from '../../access/actor.decorator.js';
import { PathId } from '../../http/fields.decorator.js';
import { parseId } from '../../http/wire-values.js';
import type { FormFields } from '../../pages/form-body.js';
import {
  AcceptForm,
  BrowserOnly,
  HtmlFormErrors,
  MultiValue,
  RedirectAfter,
} from '../../http/route-options.decorator.js';
import { BreakAssignmentsService } from './break-assignments.service.js';
import { BreakNotesService } from './break-notes.service.js';
import { rejectedNotePage } from './break.page.js';
import type { NotedBreakView, UpdatedBreaksView } from './break.view.js';
import { toBreakUrl, toListUrl } from './break-links.js';
import { rejectedUpdatePage } from './break-updates.page.js';
import { BreakNoteForm, BreakUpdatesForm, requireChange, requireNote } from './breaks.dto.js';

/** A field that was left alone changes nothing; “nobody” and “no day” are choices of their own. */
const UPDATE_FIELDS: FormFields = {
  numbers: ['break_ids'],
  lists: ['break_ids'],
  trimmed: ['note'],
  words: {
    assignee: (text) => (text === '' ? {} : { assignee_id: text === 'nobody' ? null : (parseId(text) ?? text) }),
    undated: (text) => (text === 'yes' ? { due_on: null } : {}),
    accept: (text) => (text === 'yes' ? { accept: true } : {}),
  },
};

/** The form under the list leads back to the list, as it was filtered, and that of a break to the break. */
const redirectAfterUpdate = ({
  break_ids: ids,
  accepted: isAccepted,
  list,
  page,
}: UpdatedBreaksView): Readonly<{ to: string; saying: string }> => ({
  to: page === 'break' ? toBreakUrl(ids[0] ?? '', list) : toListUrl(list),
  saying: `${ids.length === 1 ? 'The break was' : `${ids.length} breaks were`} ${isAccepted ? 'accepted' : 'changed'}.`,
});

/** The forms on the pages of breaks. They end in the operations of the API. */
@Controller('reconciliation/breaks')
@Access('session')
export class BreakFormsController {
  constructor(
    private readonly notes: BreakNotesService,
    private readonly assignments: BreakAssignmentsService,
  ) {}

  /**
   * Adds a note to a break by a form.
   *
   * For administrators; in the sandbox also for the owner of the account.
   *
   * @takes form
   * @answer 303 Redirects to the page of the break.
   * @param id The number of the break.
   */
  @Post(':id/notes/new')
  @BrowserOnly()
  @AcceptForm()
  @RedirectAfter(({ break_id: id, list }: NotedBreakView) => ({ to: toBreakUrl(id, list), saying: 'Note added.' }))
  @HtmlFormErrors(rejectedNotePage)
  async submitBreakNoteForm(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Body() { text, list = '' }: BreakNoteForm,
  ): Promise<NotedBreakView> {
    const { breakId } = await this.notes.write(actor, id, text);
    return { break_id: breakId, list };
  }

  /**
   * Assigns breaks, sets their due date, adds a note to them, or accepts the figures of the back office, by a form.
   *
   * For administrators; in the sandbox also for the owner of the accounts. Only administrators accept figures.
   *
   * @takes form
   * @answer 303 Redirects to the list or, from the page of a break, to the break.
   */
  @Post('updates/new')
  @BrowserOnly()
  @AcceptForm(UPDATE_FIELDS)
  @MultiValue('break_ids')
  @RedirectAfter(redirectAfterUpdate)
  @HtmlFormErrors(rejectedUpdatePage)
  async submitBreakUpdatesForm(
    @CurrentActor() actor: Actor,
    @Body() { list = '', page = 'list', ...updates }: BreakUpdatesForm,
  ): Promise<UpdatedBreaksView> {
    requireChange(updates);
    requireNote(updates);
    return {
      break_ids: (await this.assignments.update(actor, updates)).map(({ broken }) => broken.id),
      ...{ accepted: updates.accept === true, list, page },
    };
  }
}
