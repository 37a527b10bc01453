import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Access } from '../../access/access.decorator.js';
import { BrowserOnly, RequiresRecentSignIn } from '../../http/route-options.decorator.js';
import { ConfirmPasswordDto } from './confirmation.dto.js';

/** Where a page sends its reader who wants to see a secret a while after the sign-in. */
@Controller('profile/confirm')
@Access('session')
export class ConfirmationController {
  /**
   * Asks for the password and leads back to a page.
   *
   * A password given within 15 minutes is not asked for again. The page then shows secrets.
   *
   * @takes form
   * @answer 303 On to `resume`.
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
