import { Injectable } from '@nestjs/common';
import type { DomainError } from '../errors/domain-error.js';
import { passwordBytes } from '../users/password.js';
import { ProfileService } from '../users/profile.service.js';
import type { User } from '../users/user.entity.js';
import { GuessablePassword } from '../users/user-errors.js';
import { PasswordMustChange, SignInFailed } from './auth-errors.js';
import { TooManyAttempts } from './oauth-errors.js';
import { SignInService } from './sign-in.service.js';
import type { SignInOrigin } from './sign-in-callers.service.js';

/** What the sign-in form sends. */
type SentSignIn = Readonly<{ username: string; password: string; newPassword: string }>;

/** The user to be signed in; or why the sign-in failed, in words for people, and whether the form has to ask for a new password. */
export type PasswordSignIn =
  Readonly<{ userId: number }> | Readonly<{ failure: DomainError; sentence: string; asksNewPassword: boolean }>;

/** The sign-in with a password in a browser, which is also where a password that must be changed is changed. */
@Injectable()
export class SignInPasswordsService {
  constructor(
    private readonly signIns: SignInService,
    private readonly profile: ProfileService,
  ) {}

  async signIn(sent: SentSignIn, origin: SignInOrigin): Promise<PasswordSignIn> {
    const user = await this.authenticate(sent, origin);
    if (user === null) return this.refused(sent.username, new SignInFailed());
    if (sent.newPassword !== '') return this.choose(user, sent);
    return user.passwordMustChange ? this.refused(sent.username, new PasswordMustChange()) : { userId: user.id };
  }

  private async authenticate({ username, password }: SentSignIn, origin: SignInOrigin): Promise<User | null> {
    const bytes = passwordBytes(password);
    try {
      return bytes && (await this.signIns.signIn({ username, password: bytes }, origin));
    } catch (error) {
      // The password was not verified, and the sign-in was refused all the same.
      if (error instanceof TooManyAttempts) await this.signIns.noteRefusal(username, error.code);
      throw error;
    }
  }

  private async refused(username: string, failure: SignInFailed | PasswordMustChange): Promise<PasswordSignIn> {
    const asksNewPassword = failure instanceof PasswordMustChange;
    await this.signIns.noteRefusal(username, asksNewPassword ? failure.code : '');
    return { failure, sentence: failure.message, asksNewPassword };
  }

  /** For proof of the current password once more: the sign-in before it has counted as one. */
  private async choose({ id, role }: User, { password, newPassword }: SentSignIn): Promise<PasswordSignIn> {
    try {
      await this.profile.changePassword(
        { userId: id, actingUserId: id, role, clientId: null, scope: [] },
        { current_password: password, new_password: newPassword },
      );
      return { userId: id };
    } catch (error) {
      if (!(error instanceof GuessablePassword)) throw error;
      return { failure: error, sentence: `The new password ${error.fault}.`, asksNewPassword: true };
    }
  }
}
