import type { GrantType } from '../grant-types.js';

/** The facts of a key that its first request depends on. */
type ExampleClient = Readonly<{
  clientId: string;
  hasSecret: boolean;
  grantTypes: readonly GrantType[];
  redirectUris: readonly string[];
}>;

/** Shell commands, with a sentence about the values to fill in. */
export type FirstRequest = Readonly<{ command: string; hint: string }>;

/** The loopback redirect URI for a key without any; whatever answers there, the code is in the URL. */
const OWN_MACHINE = 'http://127.0.0.1:8080/callback';

/**
 * The shortest commands for a first token, to copy into a shell. The secret is a variable, because shell histories keep
 * commands.
 */
export function createFirstRequest(key: ExampleClient, baseUrl: string): FirstRequest | null {
  const { clientId, hasSecret, grantTypes } = key;
  const token = `curl -u "${clientId}:$CLIENT_SECRET" ${baseUrl}/oauth/token`;
  if (hasSecret && grantTypes.includes('client_credentials')) {
    return {
      command: `${token} \\\n  -d grant_type=client_credentials`,
      hint: 'Set CLIENT_SECRET to the secret first.',
    };
  }
  if (hasSecret && grantTypes.includes('password')) {
    const user = `  -d grant_type=password --data-urlencode username="$EMAIL" --data-urlencode password="$PASSWORD"`;
    return {
      command: `${token} \\\n${user}`,
      hint: 'Set CLIENT_SECRET to the secret, and EMAIL and PASSWORD to those of the user, first.',
    };
  }
  return grantTypes.includes('authorization_code') ? signIn(key, baseUrl) : null;
}

/** The same as one line that sets TOKEN for the examples; null if a user has to sign in first. */
export function createTokenCommand({ clientId, hasSecret, grantTypes }: ExampleClient, baseUrl: string): string | null {
  if (!hasSecret || !grantTypes.includes('client_credentials')) return null;
  const tokenCommand = `curl -s -u "${clientId}:$CLIENT_SECRET" ${baseUrl}/oauth/token -d grant_type=client_credentials`;
  return `TOKEN=$(${tokenCommand} | sed -n 's/.*"access_token":"\\([^"]*\\)".*/\\1/p')`;
}

/** RFC 7636 in a shell; the second command is for after the redirect with the code. */
function signIn({ clientId, hasSecret, redirectUris }: ExampleClient, baseUrl: string): FirstRequest {
  const query = `client_id=${encodeURIComponent(clientId)}&response_type=code&scope=openid&nonce=$(openssl rand -hex 8)&redirect_uri=${encodeURIComponent(redirectUris[0] ?? OWN_MACHINE)}`;
  const proof = hasSecret ? `-u "${clientId}:$CLIENT_SECRET"` : `-d client_id=${clientId}`;
  const command = `VERIFIER=$(openssl rand -hex 32)
CHALLENGE=$(printf %s "$VERIFIER" | openssl dgst -sha256 -binary | openssl base64 -A | tr '+/' '-_' | tr -d '=')
echo "${baseUrl}/oauth/authorize?${query}&code_challenge_method=S256&code_challenge=$CHALLENGE"

curl ${baseUrl}/oauth/token ${proof} \\
  -d grant_type=authorization_code -d code_verifier="$VERIFIER" -d code="$CODE"`;
  return {
    command,
    hint: 'Open the printed address in a browser and sign in. Set CODE to what stands behind code= in the address that you are led to, then send the last command.',
  };
}
