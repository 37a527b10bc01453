/** The differences of a page's policy: further targets of its forms, and the hash of its script. */
type PolicyExceptions = Readonly<{ formTargets?: readonly string[]; scriptHash?: string }>;

/** Pages have no inline scripts or styles and load nothing from other origins, so the policy has few exceptions. */
export function formatContentSecurityPolicy({ formTargets = [], scriptHash }: PolicyExceptions = {}): string {
  const scripts = ["'self'", ...(scriptHash === undefined ? [] : [`'sha256-${scriptHash}'`])].join(' ');
  return (
    `default-src 'none'; script-src ${scripts}; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; ` +
    `form-action ${["'self'", ...formTargets].join(' ')}; base-uri 'none'; frame-ancestors 'none'`
  );
}

/** The security headers of every response: pages, JSON, errors and redirects. */
export function getSecurityHeaders(isHttps: boolean): Readonly<Record<string, string>> {
  return {
    'content-security-policy': formatContentSecurityPolicy(),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    ...(isHttps && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
}
