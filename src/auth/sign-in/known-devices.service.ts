import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { UsersService } from '../../users/users.service.js';
import { addDevice, verifyDevice, parseDevices } from './device-cookie.js';

/** Browsers in which users have signed in before, recognized by a cookie. Nothing is stored. */
@Injectable()
export class KnownDevicesService {
  constructor(
    private readonly users: UsersService,
    private readonly config: Config,
  ) {}

  /** The device id if the cookie proves a sign-in of this user; otherwise null. */
  async find(cookie: string | null, username: string): Promise<string | null> {
    const devices = parseDevices(cookie);
    if (devices.length === 0) return null;
    const user = await this.users.findCredentials({ email: username });
    const device = user && devices.find(({ userId }) => userId === user.id);
    return device && verifyDevice(device, this.toDeviceSecrets(user.passwordHash), Date.now() / 1000)
      ? device.id
      : null;
  }

  /** The cookie to set after a sign-in; null for a user who was removed meanwhile. */
  async remember(cookie: string | null, userId: number): Promise<string | null> {
    const user = await this.users.findCredentials({ id: userId });
    return (
      user &&
      addDevice(cookie, { userId, nowSeconds: Math.floor(Date.now() / 1000) }, this.toDeviceSecrets(user.passwordHash))
    );
  }

  private toDeviceSecrets(passwordHash: string) {
    return { passwordHash, secretKey: this.config.secretKey };
  }
}
