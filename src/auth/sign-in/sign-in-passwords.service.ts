import { Injectable } from '@nestjs/common';
import type { DomainError } from '../../errors/domain-error.js';
import { toPasswordBytes } from '../../users/password.js';
import { ProfileService } from '../../users/profile.service.js';
import type { User } from '../../users/user.entity.js';
import { GuessablePasswordError } from '../../users/user-errors.js';
import { PasswordMustChangeError, SignInFailedError } from '../auth-errors.js';
import { TooManyAttemptsError } from '../oauth/oauth-errors.js';
import { SignInService } from './sign-in.service.js';
import type { SignInSource } from './sign-in-callers.service.js';

/** What the sign-in form sends. */
type SignInFields = Readonly<{ username: string; password: string; newPassword: string }>;

/** The signed-in user with the hash of the verified password, or the reason of the failure in words and whether the form must ask for a new password. */
export type PasswordSignInResult =
  | Readonly<{ userId: number; passwordHash?: string }>
  | Readonly<{ failure: DomainError; message: string; asksNewPassword: boolean }>;

/** Signs users in by password in a browser, and changes a password that must be changed. */
@Injectable()
export class SignInPasswordsService {
  constructor(
    private readonly signIns: SignInService,
    private readonly profile: ProfileService,
  ) {}

  async signIn(fields: SignInFields, source: SignInSource): Promise<PasswordSignInResult> {
    const user = await this.authenticate(fields, source);
    if (user === null) return this.reject(fields.username, new SignInFailedError());
    if (fields.newPassword !== '') return this.chooseNewPassword(user, fields);
    return user.passwordMustChange
      ? this.reject(fields.username, new PasswordMustChangeError())
      : { userId: user.id, passwordHash: user.passwordHash };
  }

  private async authenticate({ username, password }: SignInFields, source: SignInSource): Promise<User | null> {
    const bytes = toPasswordBytes(password);
    try {
      return bytes && (await this.signIns.signIn({ username, password: bytes }, source));
    } catch (error) {
      // The password was not verified, or the sign-in was rejected nevertheless.
      if (error instanceof TooManyAttemptsError) await this.signIns.auditRejection(username, error.code);
      throw error;
    }
  }

  private async reject(
    username: string,
    failure: SignInFailedError | PasswordMustChangeError,
  ): Promise<PasswordSignInResult> {
    const asksNewPassword = failure instanceof PasswordMustChangeError;
    await this.signIns.auditRejection(username, asksNewPassword ? failure.code : '');
    return { failure, message: failure.message, asksNewPassword };
  }

  /** Verifies the current password once more: the sign-in before has counted as one. */
  private async chooseNewPassword(
    { id, role }: User,
    { password, newPassword }: SignInFields,
  ): Promise<PasswordSignInResult> {
    try {
      await this.profile.changePassword(
        { userId: id, actingUserId: id, role, clientId: null, scope: [] },
        { current_password: password, new_password: newPassword },
      );
      return { userId: id };
    } catch (error) {
      if (!(error instanceof GuessablePasswordError)) throw error;
      return { failure: error, message: `The new password ${error.fault}.`, asksNewPassword: true };
    }
  }
}
