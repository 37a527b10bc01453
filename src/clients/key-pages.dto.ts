import { IsIn, IsString, Length, MaxLength } from 'class-validator';
import { Optional } from '../http/optional.decorator.js';
import { IsReadable } from '../http/readable.decorator.js';
import { Trim } from '../http/trim.decorator.js';
import type { KeyKind, SecretOverlap, YesOrNo } from './key-form.js';

/** As many addresses as a key may have, at their longest. */
const LINES_MAX = 45_000;

/** Such a form, with everything in it encoded. */
export const KEY_FORM_BYTES = 262_144;

const KINDS: readonly KeyKind[] = ['server', 'public'];

const YES_OR_NO: readonly YesOrNo[] = ['yes', 'no'];

const OVERLAPS: readonly SecretOverlap[] = ['usual', '0', '3600', '86400', '604800', '2592000'];

const Lines = (): PropertyDecorator => (target, property) => {
  for (const rule of [Optional(), IsString(), MaxLength(LINES_MAX)]) rule(target, property);
};

/** The form for a new API key. */
export class NewKeyForm {
  /**
   * The name of the application that the key is for, in characters that can be seen.
   * @example "My application"
   */
  @Trim()
  @IsString()
  @Length(1, 80)
  @IsReadable()
  name!: string;

  /** `server` gets a secret; `public` is an application in a browser or on a device, which could not keep one. */
  @IsIn(KINDS)
  kind!: KeyKind;

  /** Whether a server may act for the owner of the key by its secret alone. */
  @Optional()
  @IsIn(['yes'])
  acts_alone?: 'yes';

  /**
   * Where sign-in may lead back to, one address per line.
   * @example "https://app.example.test/callback"
   */
  @Lines()
  redirect_uris?: string;
}

/** The form for changing an API key. */
export class ChangedKeyForm {
  /**
   * The name of the application that the key is for, in characters that can be seen.
   * @example "My application"
   */
  @Trim()
  @IsString()
  @Length(1, 80)
  @IsReadable()
  name!: string;

  /**
   * Where sign-in may lead back to, one address per line.
   * @example "https://app.example.test/callback"
   */
  @Lines()
  redirect_uris?: string;

  /**
   * Where logging out may lead to, one address per line.
   * @example "https://app.example.test/"
   */
  @Lines()
  post_logout_redirect_uris?: string;

  /** Whether a sign-in that is answered with a code must carry a `code_challenge` (PKCE). */
  @Optional()
  @IsIn(YES_OR_NO)
  require_pkce?: YesOrNo;

  /** Whether id tokens carry the claims of `profile` and `email` themselves. */
  @Optional()
  @IsIn(YES_OR_NO)
  id_token_profile?: YesOrNo;
}

/** The form for replacing a secret. */
export class RotationForm {
  /** For how many seconds the old secret is accepted beside the new one; `usual` is as the service is set up. */
  @Optional()
  @IsIn(OVERLAPS)
  overlap?: SecretOverlap;
}
