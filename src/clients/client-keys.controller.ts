import { Body, Controller, Delete, Get, Header, HttpCode, Param, Post, Put, UseGuards } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { AdministratorGuard } from '../access/administrator.guard.js';
import { CurrentActor } from '../access/actor.decorator.js';
import { ForAllRoutes, HtmlPage, RequiresRecentSignIn } from '../http/route-options.decorator.js';
import { type ClientKeyView, toClientKeyView } from './client-key.view.js';
import { ChangedKey, FirstPartyMark, NewKey, SecretRotation } from './client-keys.dto.js';
import { clientKeysPage } from './pages/client-keys.page.js';
import { ClientKeysService } from './client-keys.service.js';

@Controller('oauth/client')
@ForAllRoutes(Header('cache-control', 'no-store'))
export class ClientKeysController {
  constructor(private readonly keys: ClientKeysService) {}

  /** Lists the API keys of the signed-in user, with their secrets. */
  @Get()
  @HtmlPage(clientKeysPage)
  async listClients(@CurrentActor() actor: Actor): Promise<ClientKeyView[]> {
    return (await this.keys.list(actor)).map(toClientKeyView);
  }

  /**
   * Creates an API key for an application.
   *
   * A name is enough: such a key may use every grant of the interface and redirect only to its owner's own machine.
   * Tokens of a key that is not first-party need the scope `keys` here and at all other endpoints of API keys.
   */
  @Post()
  @RequiresRecentSignIn()
  @HttpCode(200)
  async createClient(@CurrentActor() actor: Actor, @Body() body: NewKey): Promise<ClientKeyView> {
    return toClientKeyView(await this.keys.request(actor, body));
  }

  /**
   * Changes the name and settings of an API key.
   *
   * Omitted fields stay as they are.
   */
  @Put()
  @RequiresRecentSignIn()
  async updateClient(@CurrentActor() actor: Actor, @Body() body: ChangedKey): Promise<ClientKeyView> {
    return toClientKeyView(await this.keys.change(actor, body));
  }

  /**
   * Removes an API key with all its tokens at once.
   * @param clientId The client id of the key.
   */
  @Delete(':client_id')
  @RequiresRecentSignIn()
  async deleteClient(@CurrentActor() actor: Actor, @Param('client_id') clientId: string): Promise<ClientKeyView> {
    return toClientKeyView(await this.keys.remove(actor, clientId));
  }

  /**
   * Marks an API key as first-party, or removes the mark.
   *
   * For administrators. Tokens of a first-party key may do everything that their user may; tokens of another key only
   * what their scopes permit. A key is always first-party for its own owner. The response has no secret. A token with
   * scopes cannot use this endpoint.
   *
   * @param clientId The client id of the key, of any owner.
   */
  @Put(':client_id/first-party')
  @UseGuards(AdministratorGuard)
  @RequiresRecentSignIn()
  async setClientFirstParty(
    @CurrentActor() actor: Actor,
    @Param('client_id') clientId: string,
    @Body() { first_party: isFirstParty }: FirstPartyMark,
  ): Promise<ClientKeyView> {
    return toClientKeyView({ key: await this.keys.markFirstParty(actor, clientId, isFirstParty), secret: '' });
  }

  /**
   * Replaces the secret of an API key.
   *
   * The old secret remains valid for an overlap, so that the application can be changed without interruption.
   *
   * @param clientId The client id of the key.
   */
  @Post(':client_id/secret')
  @RequiresRecentSignIn()
  @HttpCode(200)
  async rotateClientSecret(
    @CurrentActor() actor: Actor,
    @Param('client_id') clientId: string,
    @Body() body: SecretRotation,
  ): Promise<ClientKeyView> {
    return toClientKeyView(await this.keys.rotate(actor, clientId, body));
  }
}
