import type { Config } from './config.js';

/**
 * The warning at the start in production: the interface has two grants that RFC 9700 (§2.1.2, §2.4) discourages. Null
 * without them, and in the sandbox.
 */
export function formatDiscouragedGrantsNotice({
  mode,
  allowsImplicit,
  allowsPassword,
}: Pick<Config, 'mode' | 'allowsImplicit' | 'allowsPassword'>): string | null {
  const on = [...(allowsPassword ? ['OAUTH_ALLOW_PASSWORD'] : []), ...(allowsImplicit ? ['OAUTH_ALLOW_IMPLICIT'] : [])];
  if (mode !== 'production' || on.length === 0) return null;
  const grants = on.map((name) => name.replace('OAUTH_ALLOW_', '').toLowerCase()).join(' and ');
  return `Notice: the grant${on.length > 1 ? 's' : ''} ${grants}, against which RFC 9700 advises, ${on.length > 1 ? 'are' : 'is'} on; ${on.map((name) => `${name}=0`).join(' and ')} would change that.`;
}
