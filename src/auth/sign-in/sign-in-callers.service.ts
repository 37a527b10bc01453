import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { KnownDevicesService } from './known-devices.service.js';
import { toAddressCaller, toDeviceCaller, toClientCaller, type SignInCaller } from './sign-in-limits.js';

/** The facts of a sign-in request: its address, its proven API key, and the device cookie. */
export type SignInSource = Readonly<{ address: string; authenticatedClientId?: string; deviceCookie?: string | null }>;

/** Only sign-ins by password count: an application with consent never saw the password. */
const IS_KNOWN_CLIENT = `
  select 1 from users u join clients c on c.client_id = ?
  where lower(u.email) = lower(?) and (c.owner_id = u.id or exists (
    select 1 from token_families f
    where f.acting_user_id = u.id and f.client_id = c.client_id and f.grant_type = 'password' and f.revoked_at is null and f.expires_at > now()))`;

/** Finds out whether a user has signed in before with the same browser or key. */
@Injectable()
export class SignInCallersService {
  constructor(
    private readonly em: EntityManager,
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

  private async isKnownClient(clientId: string, username: string): Promise<boolean> {
    const rows = await this.em.execute<unknown[]>(IS_KNOWN_CLIENT, [clientId, username]);
    return rows.length > 0;
  }
}
