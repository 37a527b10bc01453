import { plainToInstance } from 'class-transformer';
import { type ValidatorOptions, validateSync } from 'class-validator';
import { InvalidRequestError, toIssues } from './invalid-request-error.js';
import { isCachedQuery } from './fields.decorator.js';
import { freezeQuery, keepQuery } from './query.hook.js';

/** The DTOs of queries that are kept, so that a query is read once for each different text. */
export class QueryCache {
  private readonly dtos = new WeakMap<object, object>();

  getOrParse(query: unknown, parse: (query: unknown) => object): object {
    const cached = this.dtos.get(query as object);
    if (cached !== undefined) return cached;
    const dto = freezeQuery(parse(query));
    if (keepQuery(query)) this.dtos.set(query as object, dto);
    return dto;
  }
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
