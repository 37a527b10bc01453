import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validator } from './schema-validator.js';

type Reference = Readonly<{ $ref: string }>;
type AsyncApi = Readonly<{
  info: object;
  servers: Readonly<{ service: object }>;
  channels: Readonly<
    Record<string, Readonly<{ address: string; messages: Readonly<Record<string, Readonly<{ payload: Reference }>>> }>>
  >;
  operations: Readonly<
    Record<string, Readonly<{ action: 'receive' | 'send'; channel: Reference; messages: readonly Reference[] }>>
  >;
  components: Readonly<Record<string, unknown>>;
}>;

const nameOf = ({ $ref: reference }: Reference): string => reference.split('/').at(-1) ?? '';

export const asyncApiDocument = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'asyncapi.json'), 'utf8'),
) as AsyncApi;

/** The messages that docs/asyncapi.json describes for a WebSocket: what the service receives, and what it sends. */
export function asyncApiOf(address: string) {
  const document = asyncApiDocument;
  const validate = validator(document);
  const found = Object.entries(document.channels).find(([, channel]) => channel.address === address);
  if (found === undefined) throw new TypeError(`docs/asyncapi.json does not describe ${address}`);
  const [channelName, { messages }] = found;
  const schemasOf = (action: 'receive' | 'send') =>
    Object.values(document.operations)
      .filter((operation) => operation.action === action && nameOf(operation.channel) === channelName)
      .flatMap((operation) => operation.messages.map((message) => messages[nameOf(message)]?.payload ?? { $ref: '' }));
  const findFault = (action: 'receive' | 'send', message: unknown): string | null => {
    const faults = validate({ oneOf: schemasOf(action) }, message);
    return faults.length === 0 ? null : `${JSON.stringify(message)}: ${faults.join(', ')}`;
  };
  return {
    /** Why a message of the service is none that is described; null if it is one. */
    findFaultOfService: (message: unknown) => findFault('send', message),
    findFaultOfClient: (message: unknown) => findFault('receive', message),
  };
}
