import { plainToInstance } from 'class-transformer';
import { type ValidatorOptions, validateSync } from 'class-validator';
import { InvalidRequestError, toIssues } from './invalid-request-error.js';
import { isCachedQuery } from './fields.decorator.js';

/** The number of cached queries, which bounds the cost of callers who never repeat one. */
const ENTRIES_MAX = 1_000;
const KEY_LENGTH_MAX = 4_096;

/** The parsed DTOs of recent queries, by their text. */
export class QueryCache {
  private readonly entries = new Map<string, object>();

  getOrParse(query: unknown, parse: (query: unknown) => object): object {
    const key = JSON.stringify(query);
    const cached = this.entries.get(key);
    if (cached !== undefined) return cached;
    const parsed = freezeQuery(parse(query));
    if (key.length <= KEY_LENGTH_MAX) this.store(key, parsed);
    return parsed;
  }

  private store(key: string, parsed: object): void {
    if (this.entries.size >= ENTRIES_MAX) {
      for (const [oldest] of this.entries) {
        this.entries.delete(oldest);
        break;
      }
    }
    this.entries.set(key, parsed);
  }
}

/** All equal queries share one object, so it is frozen. */
function freezeQuery(query: object): object {
  for (const value of Object.values(query)) if (typeof value === 'object' && value !== null) Object.freeze(value);
  return Object.freeze(query);
}

type DtoClass = abstract new (...args: never[]) => unknown;
type InputMetadata = Readonly<{ type: string; metatype?: DtoClass | undefined }>;

const validatorOptions: ValidatorOptions = {
  whitelist: true,
  forbidNonWhitelisted: true,
  forbidUnknownValues: true,
  stopAtFirstError: true,
  validationError: { target: true, value: true },
};
const BUILT_IN_TYPES = new Set<unknown>([undefined, String, Number, Boolean, Object, Array, Date, Buffer]);

/** The one pipe: what a handler asks for as a DTO class arrives as an instance of it, complete and valid, or not at all. */
export class ValidationPipe {
  private readonly queryCaches = new Map<DtoClass, QueryCache | null>();

  transform(value: unknown, { type, metatype }: InputMetadata): unknown {
    if (type === 'custom' || metatype === undefined || BUILT_IN_TYPES.has(metatype)) return value;
    const parse = (input: unknown): object => toDto(input, metatype, type);
    return this.getQueryCache(metatype)?.getOrParse(value, parse) ?? parse(value);
  }

  private getQueryCache(metatype: DtoClass): QueryCache | null {
    let cache = this.queryCaches.get(metatype);
    if (cache === undefined) {
      cache = isCachedQuery(metatype) ? new QueryCache() : null;
      this.queryCaches.set(metatype, cache);
    }
    return cache;
  }
}

function toDto(value: unknown, metatype: DtoClass, type: string): object {
  const dto = plainToInstance(metatype as new () => object, value ?? {});
  const errors = validateSync(dto, validatorOptions);
  if (errors.length > 0) throw new InvalidRequestError(toIssues(errors, type === 'body' ? '/' : ''));
  return dto;
}
