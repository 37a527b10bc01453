import { Body, Controller, Get, Header, HttpCode, Param, Post, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Access } from '../../access/access.decorator.js';
import type { Actor } from '../../access/actor.js';
import { CurrentActor } from '../../access/actor.decorator.js';
import { Config } from '../../config/config.js';
import { PathObject } from '../../http/path-object.guard.js';
import { Cookies } from '../../http/cookies.js';
import {
  BodyLimit,
  BrowserOnly,
  ForAllRoutes,
  HtmlFormErrors,
  HtmlPage,
  RequiresRecentSignIn,
} from '../../http/route-options.decorator.js';
import { type ShownKey, ClientKeysService } from '../client-keys.service.js';
import { findGrantsInEffect } from '../grant-types.js';
import {
  splitAddressLines,
  toRegistration,
  parseSettings,
  ChangedKeyForm,
  KEY_FORM_BYTES,
  NewKeyForm,
  RotationForm,
} from './key-pages.dto.js';
import { KeyOwnerGuard, type OwnedKey } from '../key-owner.guard.js';
import {
  type KeyRequestView,
  type KeySettingsView,
  toKeySettingsView,
  type NewSecretView,
  toNewSecretView,
  toProfileKeyView,
  type ProfileView,
} from './key-pages.view.js';
import { KeyUsesService } from '../key-uses.service.js';
import { keyRequestPage, newSecretPage, rejectedKeyRequestPage } from './key-request.page.js';
import { keySettingsPage, rejectedKeyChangePage, keyRemovalPage } from './key-settings.page.js';
import { profilePage } from '../profile.page.js';

/**
 * The forms of the profile page.
 *
 * They use the same service as programs.
 */
@Controller('profile')
@Access('session')
@ForAllRoutes(BrowserOnly())
export class KeyPagesController {
  constructor(
    private readonly keys: ClientKeysService,
    private readonly uses: KeyUsesService,
    private readonly config: Config,
    private readonly cookies: Cookies,
  ) {}

  /** Lists the user's API keys on a page. */
  @Get()
  @HtmlPage(profilePage)
  @Header('cache-control', 'no-store')
  async showClients(@CurrentActor() actor: Actor): Promise<ProfileView> {
    const shown = await this.keys.list(actor);
    const uses = await this.uses.findLastUses(shown.map(({ key }) => key.clientId));
    const views = shown.map((one) =>
      toProfileKeyView(one, {
        lastUsed: uses.get(one.key.clientId),
        grants: findGrantsInEffect(one.key.grantTypes, this.config),
      }),
    );
    return { keys: views, keys_max: this.config.clientsPerUser };
  }

  /** Shows the form for a new API key. */
  @Get('new-key')
  @HtmlPage(keyRequestPage)
  @Header('cache-control', 'no-store')
  async showNewClientForm(@CurrentActor() actor: Actor): Promise<KeyRequestView> {
    return { keys: await this.keys.count(actor), keys_max: this.config.clientsPerUser };
  }

  /**
   * Creates an API key.
   *
   * If secrets are shown once, the response is the page with the secret. Otherwise the profile page shows it at any
   * time, and the response redirects there.
   *
   * @takes form
   * @answer 303 Created; redirects to the profile page.
   */
  @Post('keys')
  @RequiresRecentSignIn()
  @HtmlPage(newSecretPage)
  @HtmlFormErrors(rejectedKeyRequestPage)
  @BodyLimit(KEY_FORM_BYTES)
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async submitNewClientForm(
    @CurrentActor() actor: Actor,
    @Body() form: NewKeyForm,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<NewSecretView | undefined> {
    const details = {
      name: form.name,
      redirect_uris: splitAddressLines(form.redirect_uris ?? ''),
      ...toRegistration(form.kind, form.acts_alone === 'yes'),
    };
    return this.showSecretOrRedirect(
      reply,
      await this.keys.request(actor, details),
      (name) => `The key “${name}” is made.`,
    );
  }

  /**
   * Shows the form for changing an API key.
   * @param clientId The client id of the key.
   */
  @Get('keys/:client_id')
  @UseGuards(KeyOwnerGuard)
  @HtmlPage(keySettingsPage)
  @Header('cache-control', 'no-store')
  showClientSettings(@Param('client_id') clientId: string, @PathObject() key: OwnedKey): KeySettingsView {
    return toKeySettingsView(key, this.config.secretOverlapSeconds);
  }

  /**
   * Changes the name and redirect URIs of an API key.
   * @takes form
   * @param clientId The client id of the key.
   * @answer 303 Changed; redirects to the profile page.
   */
  @Post('keys/:client_id')
  @RequiresRecentSignIn()
  @HtmlFormErrors(rejectedKeyChangePage)
  @BodyLimit(KEY_FORM_BYTES)
  @HttpCode(303)
  async submitClientSettings(
    @CurrentActor() actor: Actor,
    @Param('client_id') clientId: string,
    @Body() form: ChangedKeyForm,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const settings = parseSettings(form);
    const { key } = await this.keys.change(actor, { client_id: clientId, name: form.name, ...settings });
    this.redirectToProfile(reply, `The key “${key.name}” is changed.`, key.clientId);
  }

  /**
   * Replaces the secret of an API key.
   *
   * @takes form
   * @param clientId The client id of the key.
   * @answer 303 Replaced; redirects to the profile page.
   */
  @Post('keys/:client_id/secret')
  @RequiresRecentSignIn()
  @HtmlPage(newSecretPage)
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async submitClientSecretRotation(
    @CurrentActor() actor: Actor,
    @Param('client_id') clientId: string,
    @Body() form: RotationForm,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<NewSecretView | undefined> {
    const rotation =
      form.overlap === undefined || form.overlap === 'usual' ? {} : { overlap_seconds: Number(form.overlap) };
    return this.showSecretOrRedirect(
      reply,
      await this.keys.rotate(actor, clientId, rotation),
      (name) => `The secret of “${name}” is replaced.`,
    );
  }

  /**
   * Asks for confirmation before an API key is removed, and shows the consequences.
   * @param clientId The client id of the key.
   */
  @Get('keys/:client_id/removal')
  @UseGuards(KeyOwnerGuard)
  @HtmlPage(keyRemovalPage)
  @Header('cache-control', 'no-store')
  showClientRemovalForm(@Param('client_id') clientId: string, @PathObject() key: OwnedKey): KeySettingsView {
    return toKeySettingsView(key, this.config.secretOverlapSeconds);
  }

  /**
   * Removes an API key with all its tokens at once.
   * @takes form
   * @param clientId The client id of the key.
   * @answer 303 Removed; redirects to the profile page.
   */
  @Post('keys/:client_id/removal')
  @RequiresRecentSignIn()
  @HttpCode(303)
  async submitClientRemoval(
    @CurrentActor() actor: Actor,
    @Param('client_id') clientId: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const { key } = await this.keys.remove(actor, clientId);
    this.redirectToProfile(reply, `The key “${key.name}” is removed, and everything that it was given has ended.`);
  }

  /** A secret that is shown once appears only in the response to the form that created it. */
  private showSecretOrRedirect(
    reply: FastifyReply,
    shown: ShownKey,
    describe: (name: string) => string,
  ): NewSecretView | undefined {
    const { key, secret } = shown;
    if (this.config.secretsAreShownOnce && secret !== '') return toNewSecretView(shown);
    reply.status(303);
    this.redirectToProfile(reply, describe(key.name), key.clientId);
    return undefined;
  }

  private redirectToProfile(reply: FastifyReply, saying: string, clientId?: string): void {
    this.cookies.redirectWithFlash(
      reply,
      clientId === undefined ? '/profile' : `/profile#key-${encodeURIComponent(clientId)}`,
      saying,
    );
  }
}
