import { Body, Controller, Post } from '@nestjs/common';
import { Access } from '../access/access.decorator.js';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/actor.decorator.js';
import { PathId } from '../http/fields.decorator.js';
import { AcceptForm, BrowserOnly, HtmlFormErrors, RedirectAfter } from '../http/route-options.decorator.js';
import { BreakNotesService } from './break-notes.service.js';
import { rejectedNotePage } from './break.page.js';
import { type BreakNoteView, toBreakNoteView } from './break.view.js';
import { NewBreakNote } from './breaks.dto.js';

/** The form on the page of a break. It ends in the operation of the API. */
@Controller('reconciliation/breaks')
@Access('session')
export class BreakFormsController {
  constructor(private readonly notes: BreakNotesService) {}

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
  @RedirectAfter(({ break_id: id }: BreakNoteView) => ({ to: `/reconciliation/breaks/${id}`, saying: 'Note added.' }))
  @HtmlFormErrors(rejectedNotePage)
  async submitBreakNoteForm(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Body() { text }: NewBreakNote,
  ): Promise<BreakNoteView> {
    return toBreakNoteView(await this.notes.write(actor, id, text));
  }
}
