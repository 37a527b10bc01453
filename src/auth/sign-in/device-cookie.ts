import { createHmac, randomBytes } from 'node:crypto';
import { areDigestsEqual, deriveKey } from '../../config/sealed-text.js';

/**
 * A browser in which a user has signed in before, by its cookie. The seal covers the user's password hash: after a
 * change of password no browser is known.
 */
type Device = Readonly<{ userId: number; id: string; issuedSeconds: number }>;

type SealedDevice = Device & Readonly<{ seal: string }>;

/** The further inputs of the seal: the current password hash and the service's key. */
type DeviceSecrets = Readonly<{ passwordHash: string; secretKey: string }>;

/** The number of users per browser; the one who signed in longest ago is dropped. */
const USERS_MAX = 5;

export const DEVICE_SECONDS = 180 * 24 * 3600;

const DEVICE_PATTERN = /^([1-9]\d{0,9})\.([\w-]{22})\.(\d{1,12})\.([\w-]{43})$/;

/** All users in the cookie, whether their seals are valid or not. Malformed parts are ignored. */
export function parseDevices(cookie: string | null): readonly SealedDevice[] {
  return (cookie ?? '')
    .split('~')
    .slice(0, USERS_MAX)
    .flatMap((part) => {
      const [, userId, id, issuedSeconds, seal] = DEVICE_PATTERN.exec(part) ?? [];
      return id === undefined || seal === undefined
        ? []
        : [{ userId: Number(userId), id, issuedSeconds: Number(issuedSeconds), seal }];
    });
}

/** Whether this service issued it for this user and password within DEVICE_SECONDS. */
export function verifyDevice(device: SealedDevice, secrets: DeviceSecrets, nowSeconds: number): boolean {
  return (
    areDigestsEqual(device.seal, createSeal(device, secrets)) && nowSeconds - device.issuedSeconds < DEVICE_SECONDS
  );
}

/** The cookie for this browser and user from now on; other users stay. A known browser keeps its id. */
export function addDevice(
  cookie: string | null,
  { userId, nowSeconds }: Readonly<{ userId: number; nowSeconds: number }>,
  secrets: DeviceSecrets,
): string {
  const present = parseDevices(cookie);
  const known = present.find((one) => one.userId === userId && verifyDevice(one, secrets, nowSeconds));
  const device = { userId, id: known?.id ?? randomBytes(16).toString('base64url'), issuedSeconds: nowSeconds };
  const others = present.filter((one) => one.userId !== userId).slice(0, USERS_MAX - 1);
  return [{ ...device, seal: createSeal(device, secrets) }, ...others]
    .map((one) => `${one.userId}.${one.id}.${one.issuedSeconds}.${one.seal}`)
    .join('~');
}

function createSeal({ userId, id, issuedSeconds }: Device, { passwordHash, secretKey }: DeviceSecrets): string {
  return createHmac('sha256', deriveKey('device', secretKey))
    .update(`${userId} ${id} ${issuedSeconds} ${passwordHash}`)
    .digest('base64url');
}
