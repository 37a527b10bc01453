import { Body, Controller, Delete, Get, Header, HttpCode, Param, Post, Put } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/actor.decorator.js';
import { RequiresRecentSignIn } from '../http/route-options.decorator.js';
import { type ClientKeyView, toClientKeyView } from './client-key.view.js';
import { ChangedKey, FirstPartyMark, NewKey, SecretRotation } from './client-keys.dto.js';
import { ClientKeysService } from './client-keys.service.js';
import { FirstPartyService } from './first-party.service.js';

@Controller('oauth/client')
export class ClientKeysController {
  constructor(
    private readonly keys: ClientKeysService,
    private readonly firstParty: FirstPartyService,
  ) {}

  /** Lists the API keys of the signed-in user, with their secrets. */
  @Get()
  @Header('cache-control', 'no-store')
  async listClients(@CurrentActor() actor: Actor): Promise<ClientKeyView[]> {
    return (await this.keys.list(actor)).map(toClientKeyView);
  }

  /**
   * Requests an API key for an application.
   *
   * A token of a key that is not first-party needs the scope `keys` here, and at every other endpoint of keys.
   *
   * A name is enough: such a key may use every grant of the interface, and lead back only to its owner's own machine.
   */
  @Post()
  @RequiresRecentSignIn()
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async createClient(@CurrentActor() actor: Actor, @Body() body: NewKey): Promise<ClientKeyView> {
    return toClientKeyView(await this.keys.request(actor, body));
  }

  /** Renames an API key, and changes what else is said of it. What is not said stays. */
  @Put()
  @RequiresRecentSignIn()
  @Header('cache-control', 'no-store')
  async updateClient(@CurrentActor() actor: Actor, @Body() body: ChangedKey): Promise<ClientKeyView> {
    return toClientKeyView(await this.keys.change(actor, body));
  }

  /**
   * Removes an API key, and with it every token that it was given, at once.
   * @param clientId The client id of the key.
   */
  @Delete(':client_id')
  @RequiresRecentSignIn()
  @Header('cache-control', 'no-store')
  async deleteClient(@CurrentActor() actor: Actor, @Param('client_id') clientId: string): Promise<ClientKeyView> {
    return toClientKeyView(await this.keys.remove(actor, clientId));
  }

  /**
   * Marks an API key as first-party, or takes the mark away. For administrators.
   *
   * Tokens of a first-party key do everything that their user may; those of another key do what their scopes name. A key is first-party for its
   * own owner without this. The answer has no secret. A token that is limited to scopes opens this with none of them.
   * @param clientId The client id of the key, of any owner.
   */
  @Put(':client_id/first-party')
  @RequiresRecentSignIn()
  @Header('cache-control', 'no-store')
  async setClientFirstParty(
    @CurrentActor() actor: Actor,
    @Param('client_id') clientId: string,
    @Body() { first_party: isFirstParty }: FirstPartyMark,
  ): Promise<ClientKeyView> {
    return toClientKeyView({ key: await this.firstParty.mark(actor, clientId, isFirstParty), secret: '' });
  }

  /**
   * Replaces the secret of an API key.
   *
   * The old secret is accepted beside the new one for a while, so that an application can be changed without a gap.
   * @param clientId The client id of the key.
   */
  @Post(':client_id/secret')
  @RequiresRecentSignIn()
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async rotateClientSecret(
    @CurrentActor() actor: Actor,
    @Param('client_id') clientId: string,
    @Body() body: SecretRotation,
  ): Promise<ClientKeyView> {
    return toClientKeyView(await this.keys.rotate(actor, clientId, body));
  }
}
