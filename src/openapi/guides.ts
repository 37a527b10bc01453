import type { Guide } from './contract.js';

/** The documents of docs/ that are pages of the service, too, and the addresses that each of them is about. */
export const guidePaths: Readonly<Record<string, RegExp>> = {
  streams: /^\/(?:marketdata\/stream|events|tickets)$/,
  webhooks: /^\/webhooks(?:\/|$)/,
};

/** The guide of an address; null where its own description is all there is. */
export function findGuideUrl(path: string): string | null {
  const [name] = Object.entries(guidePaths).find(([, subject]) => subject.test(path)) ?? [];
  return name === undefined ? null : toGuideUrl(name);
}

export const toGuideUrl = (name: string): string => `/docs/${name}`;

/** Examples in the repository have placeholder addresses; readers of the page copy those of this service. */
export function insertBaseUrl({ text }: Guide, baseUrl: string): string {
  const webSocketUrl = baseUrl.replace(/^http/, 'ws');
  return text
    .replaceAll(/\bhttp:\/\/127\.0\.0\.1:3000\b/g, baseUrl)
    .replaceAll(/\b(?:ws:\/\/127\.0\.0\.1:3000|wss:\/\/kontor\.example\.org)\b/g, webSocketUrl);
}
