/** Where a page differs from all others: where else its forms may lead, and the hash of the one script in it. */
type PolicyExceptions = Readonly<{ formTargets?: readonly string[]; scriptHash?: string }>;

/** Pages work without inline script or style and load nothing from elsewhere, so the policy needs hardly an exception. */
export function formatContentSecurityPolicy({ formTargets = [], scriptHash }: PolicyExceptions = {}): string {
  const scripts = ["'self'", ...(scriptHash === undefined ? [] : [`'sha256-${scriptHash}'`])].join(' ');
  return (
    `default-src 'none'; script-src ${scripts}; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; ` +
    `form-action ${["'self'", ...formTargets].join(' ')}; base-uri 'none'; frame-ancestors 'none'`
  );
}

/** What every answer of this service tells a browser, pages, JSON, errors and redirects alike. */
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
