import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ClientsService } from '../../clients/clients.service.js';
import { UsersService } from '../../users/users.service.js';
import { now, TokenFamily } from '../tokens/token-family.entity.js';
import { KnownDevicesService } from './known-devices.service.js';
import { toAddressCaller, toDeviceCaller, toClientCaller, type SignInCaller } from './sign-in-limits.js';

/** The facts of a sign-in request: its address, its proven API key, and the device cookie. */
export type SignInSource = Readonly<{ address: string; authenticatedClientId?: string; deviceCookie?: string | null }>;

/** Finds out whether a user has signed in before with the same browser or key. */
@Injectable()
export class SignInCallersService {
  constructor(
    private readonly em: EntityManager,
    private readonly users: UsersService,
    private readonly clients: ClientsService,
    private readonly devices: KnownDevicesService,
  ) {}

  async identify(
    username: string,
    { address, authenticatedClientId, deviceCookie = null }: SignInSource,
  ): Promise<SignInCaller> {
    if (authenticatedClientId !== undefined)
      return toClientCaller(authenticatedClientId, address, await this.isKnownClient(authenticatedClientId, username));
    const deviceId = await this.devices.find(deviceCookie, username);
    return deviceId === null ? toAddressCaller(address) : toDeviceCaller(deviceId);
  }

  /** Only sign-ins by password count: an application with consent never saw the password. */
  private async isKnownClient(clientId: string, username: string): Promise<boolean> {
    const user = await this.users.findCredentials({ email: username });
    if (!user) return false;
    if ((await this.clients.findOwner(clientId)) === user.id) return true;
    const signIn = { actingUserId: user.id, clientId, grantType: 'password', revokedAt: null } as const;
    return (await this.em.count(TokenFamily, { ...signIn, expiresAt: { $gt: now() } })) > 0;
  }
}
