import { Body, Controller, Get, HttpCode, Post, Query, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../../access/access.decorator.js';
import { goOn } from '../../http/go-on.js';
import { RESUMABLE_BYTES } from '../../http/own-address.js';
import { ARRIVAL } from '../../http/navigation.js';
import { BodyLimit, ForPeople, RefusedBy, ShownBy } from '../../http/shown-by.decorator.js';
import { OwnForm } from '../sessions/own-form.guard.js';
import { SessionStrategy } from '../sessions/session.strategy.js';
import { SignInService } from '../sign-in.service.js';
import { SignUpForm, SignUpQuery } from './sign-up.dto.js';
import { signUpPage, signUpRefusedPage } from './sign-up.page.js';
import type { SignUpView } from './sign-up.view.js';

/** Where people make an account by themselves, if the operator lets anybody register; in production mode that has to be set. */
@Controller('sign-up')
@Access('none')
export class SignUpController {
  constructor(
    private readonly signIns: SignInService,
    private readonly browsers: SessionStrategy,
  ) {}

  /** Shows the form with which somebody makes an account. Only where anybody may register (`REGISTRATION`), as in a sandbox. */
  @Get()
  @ForPeople()
  @ShownBy(signUpPage)
  async show(
    @Query() { resume = ARRIVAL }: SignUpQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignUpView> {
    return { resume, form_token: await this.browsers.formToken(request, reply) };
  }

  /**
   * Makes an account for a customer, signs them in, and sends them on. Only where anybody may register (`REGISTRATION`), as in a sandbox.
   *
   * @takes form
   * @answer 303 On to `resume`.
   */
  @Post()
  @UseGuards(OwnForm)
  @ForPeople()
  @RefusedBy(signUpRefusedPage)
  @BodyLimit(RESUMABLE_BYTES)
  @HttpCode(303)
  async signUp(
    @Body() { resume = ARRIVAL, ...details }: SignUpForm,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const user = await this.signIns.signUp(details, request.ip);
    await this.browsers.signIn(user.id, request, reply);
    reply.header('cross-origin-opener-policy', 'unsafe-none');
    goOn(reply, this.browsers.cookies, { to: resume, saying: 'Welcome. Your account is made, and you are signed in.' });
  }
}
