import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Access } from '../../access/access.decorator.js';
import { BrowserOnly, RequiresRecentSignIn } from '../../http/route-options.decorator.js';
import { ConfirmPasswordDto } from './confirmation.dto.js';

/** Confirms the password before a page shows secrets, when the last sign-in is more than 15 minutes ago. */
@Controller('profile/confirm')
@Access('session')
export class ConfirmationController {
  /**
   * Confirms the password and redirects back to a page.
   *
   * A password entered within the last 15 minutes is not asked for again. The page then shows secrets.
   *
   * @takes form
   * @answer 303 Redirects to `resume`.
   */
  @Post()
  @RequiresRecentSignIn()
  @BrowserOnly()
  @HttpCode(303)
  confirmPassword(
    @Body() { resume = '/profile' }: ConfirmPasswordDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): void {
    reply.header('location', resume);
  }
}
