import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ClientsService } from '../../clients/clients.service.js';
import { UsersService } from '../../users/users.service.js';
import { now, TokenFamily } from '../tokens/token-family.entity.js';
import { Config } from '../../config/config.js';
import { addDevice, parseDevices, verifyDevice } from './device-cookie.js';
import { toAddressCaller, toDeviceCaller, toClientCaller, type SignInCaller } from './sign-in-limits.js';

/** The facts of a sign-in request: its address, its proven API key, and the device cookie. */
export type SignInSource = Readonly<{ address: string; authenticatedClientId?: string; deviceCookie?: string | null }>;

/** Finds out whether a user has signed in before with the same browser or key. Browsers are recognized by a cookie; nothing of them is stored. */
@Injectable()
export class SignInCallersService {
  constructor(
    private readonly em: EntityManager,
    private readonly users: UsersService,
    private readonly clients: ClientsService,
    private readonly config: Config,
  ) {}

  async identify(
    username: string,
    { address, authenticatedClientId, deviceCookie = null }: SignInSource,
  ): Promise<SignInCaller> {
    if (authenticatedClientId !== undefined)
      return toClientCaller(authenticatedClientId, address, await this.isKnownClient(authenticatedClientId, username));
    const deviceId = await this.findDevice(deviceCookie, username);
    return deviceId === null ? toAddressCaller(address) : toDeviceCaller(deviceId);
  }

  /** The device cookie to set after a sign-in; null for a user who was removed meanwhile. */
  async rememberDevice(cookie: string | null, userId: number): Promise<string | null> {
    const user = await this.users.findCredentials({ id: userId });
    return (
      user &&
      addDevice(cookie, { userId, nowSeconds: Math.floor(Date.now() / 1000) }, this.toDeviceSecrets(user.passwordHash))
    );
  }

  /** The device id if the cookie proves a sign-in of this user; otherwise null. */
  private async findDevice(cookie: string | null, username: string): Promise<string | null> {
    const devices = parseDevices(cookie);
    if (devices.length === 0) return null;
    const user = await this.users.findCredentials({ email: username });
    const device = user && devices.find(({ userId }) => userId === user.id);
    return device && verifyDevice(device, this.toDeviceSecrets(user.passwordHash), Date.now() / 1000)
      ? device.id
      : null;
  }

  private toDeviceSecrets(passwordHash: string) {
    return { passwordHash, secretKey: this.config.secretKey };
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
