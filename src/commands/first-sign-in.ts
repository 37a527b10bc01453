/** What the first start makes up, and the file that keeps it. */
export type FirstSignIn = Readonly<{
  email: string;
  password: string;
  clientId: string;
  clientSecret: string;
  kept: string;
}>;

/** What somebody needs to know to begin. */
export type Welcome = Readonly<{
  url: string;
  /** Only at the very first start. */
  firstSignIn: FirstSignIn | null;
  /** The file that has the first credentials, if there is one. */
  kept: string | null;
}>;

/**
 * In a fresh sandbox the first account is the administrator's own, in dollars, and the first instrument the next future of the first
 * product. A market order fills wherever the market has moved by the time that somebody copies it.
 */
const FIRST_ORDER = '{"action_type":"MarketOrderSub","acct_id":1,"instrument_id":1,"side":"Buy","quantity":1}';

/** An administrator sees everybody's accounts; the first user is this one. */
const OWN_ACCOUNTS = '/accounts?owner_id=1';

/** The text after the start: at the first one with everything to begin, later only where to look. */
export function welcome({ url, firstSignIn, kept }: Welcome): string {
  if (firstSignIn === null) {
    return [
      `Kontor is ready at ${url}`,
      ...(kept === null ? [] : [`The first sign-in and API key are kept in ${kept}`]),
      'Ctrl-C stops it.',
    ].join('\n');
  }
  const { email, password, clientId, clientSecret } = firstSignIn;
  const token = [
    `curl -s -u ${quoted(`${clientId}:${clientSecret}`)} -d grant_type=password`,
    `--data-urlencode ${quoted(`username=${email}`)} --data-urlencode ${quoted(`password=${password}`)} ${quoted(`${url}/oauth/token`)}`,
  ].join(' ');
  return `Kontor is ready at ${url}

${table(firstSignIn)}

To try it, copy these lines into another terminal. They fetch an access token, ask what your accounts are worth, and buy a future:

TOKEN=$(${token} | sed 's/.*"access_token": *"\\([^"]*\\)".*/\\1/')
curl -s -H "Authorization: Bearer $TOKEN" -H 'Accept: application/json' -H 'Prefer: status=401' ${quoted(`${url}${OWN_ACCOUNTS}`)}
curl -s -H "Authorization: Bearer $TOKEN" -H 'Accept: application/json' -H 'Prefer: status=401' -H 'Content-Type: application/json' -d ${quoted(FIRST_ORDER)} ${quoted(`${url}/orderactions`)}

Ctrl-C stops the service.`;
}

/** The credentials for a reader. */
export function table({ email, password, clientId, clientSecret, kept }: FirstSignIn): string {
  return `The administrator's sign-in and the first API key, under the names that the examples use:

  EMAIL=${quoted(email)}
  PASSWORD=${quoted(password)}
  CLIENT_ID=${quoted(clientId)}
  CLIENT_SECRET=${quoted(clientSecret)}

This is shown once and kept in ${kept}`;
}

/** The credentials for a program. */
export function onTheWire({ email, password, clientId, clientSecret, kept }: FirstSignIn): object {
  return { email, password, client_id: clientId, client_secret: clientSecret, kept };
}

/** A word of a POSIX shell, whatever is in it. */
function quoted(text: string): string {
  return /^[\w.:/@=-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
