import type { FirstSignInCredentials } from '../process/seed.js';

/** The first steps of a new user. */
export type WelcomeDetails = Readonly<{
  url: string;
  /** Only at the very first start. */
  firstSignIn: FirstSignInCredentials | null;
  /** The file with the first credentials, if it exists. */
  credentialsFile: string | null;
}>;

/**
 * In a fresh sandbox the first account is the administrator's in US dollars, and the first instrument the next future
 * of the first product. A market order fills wherever the market has moved.
 */
const FIRST_ORDER = '{"action_type":"MarketOrderSub","acct_id":1,"instrument_id":1,"side":"Buy","quantity":1}';

/** Administrators see all accounts; the first user is this one. */
const OWN_ACCOUNTS = '/accounts?owner_id=1';

/** The text after the start: the first time with the first steps, later only the location. */
export function formatWelcome({ url, firstSignIn, credentialsFile }: WelcomeDetails): string {
  if (firstSignIn === null) {
    return [
      `Kontor is ready at ${url}`,
      ...(credentialsFile === null ? [] : [`The first sign-in and API key are kept in ${credentialsFile}`]),
      'Ctrl-C stops it.',
    ].join('\n');
  }
  const { email, password, clientId, clientSecret } = firstSignIn;
  const token = [
    `curl -s -u ${quoteShellWord(`${clientId}:${clientSecret}`)} -d grant_type=password`,
    `--data-urlencode ${quoteShellWord(`username=${email}`)} --data-urlencode ${quoteShellWord(`password=${password}`)} ${quoteShellWord(`${url}/oauth/token`)}`,
  ].join(' ');
  return `Kontor is ready at ${url}

${formatCredentials(firstSignIn)}

To try it, copy these lines into another terminal. They fetch an access token, ask what your accounts are worth, and buy a future:

TOKEN=$(${token} | sed 's/.*"access_token": *"\\([^"]*\\)".*/\\1/')
curl -s -H "Authorization: Bearer $TOKEN" -H 'Accept: application/json' -H 'Prefer: status=401' ${quoteShellWord(`${url}${OWN_ACCOUNTS}`)}
curl -s -H "Authorization: Bearer $TOKEN" -H 'Accept: application/json' -H 'Prefer: status=401' -H 'Content-Type: application/json' -d ${quoteShellWord(FIRST_ORDER)} ${quoteShellWord(`${url}/orderactions`)}

Ctrl-C stops the service.`;
}

/** The credentials for a reader. */
export function formatCredentials({
  email,
  password,
  clientId,
  clientSecret,
  credentialsFile,
}: FirstSignInCredentials): string {
  return `The administrator's sign-in and the first API key, under the names that the examples use:

  EMAIL=${quoteShellWord(email)}
  PASSWORD=${quoteShellWord(password)}
  CLIENT_ID=${quoteShellWord(clientId)}
  CLIENT_SECRET=${quoteShellWord(clientSecret)}

This is shown once and kept in ${credentialsFile}`;
}

/** The credentials for a program. */
export function toCredentialsJson({
  email,
  password,
  clientId,
  clientSecret,
  credentialsFile,
}: FirstSignInCredentials): object {
  return { email, password, client_id: clientId, client_secret: clientSecret, kept: credentialsFile };
}

/** Quotes a word for a POSIX shell. */
function quoteShellWord(text: string): string {
  return /^[\w.:/@=-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
