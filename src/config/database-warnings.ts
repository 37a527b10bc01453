import { isLoopback } from './formats.js';

/** Warnings about a working DATABASE_URL. The driver uses TLS only if the URL asks for it. */
export function findDatabaseWarnings(databaseUrl: string | undefined): string[] {
  const url = databaseUrl === undefined ? null : URL.parse(databaseUrl);
  if (url === null || usesTls(url.searchParams)) return [];
  const host = url.searchParams.get('host') ?? url.hostname;
  if (isLoopback(host) || host.startsWith('/')) return [];
  return [
    `DATABASE_URL leads to ${host} without TLS, where the network can read the data and the sign-in of the service: add ?sslmode=verify-full to it.`,
  ];
}

/** As the driver reads it: every sslmode except `disable`. */
function usesTls(parameters: URLSearchParams): boolean {
  const mode = parameters.get('sslmode');
  if (mode !== null) return mode !== 'disable';
  return ['true', '1'].includes(parameters.get('ssl') ?? '') || parameters.has('sslrootcert');
}
