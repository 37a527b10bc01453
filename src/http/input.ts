import { plainToInstance } from 'class-transformer';
import { type ValidatorOptions, validateSync } from 'class-validator';
import { InvalidRequest, issuesOf } from './invalid-request.js';

type Metadata = Readonly<{ type: string; metatype?: (abstract new (...args: never[]) => unknown) | undefined }>;

const rules: ValidatorOptions = {
  whitelist: true,
  forbidNonWhitelisted: true,
  forbidUnknownValues: true,
  stopAtFirstError: true,
  validationError: { target: false, value: true },
};
const notDtos = new Set<unknown>([undefined, String, Number, Boolean, Object, Array, Date, Buffer]);

/** The one pipe: what a handler asks for as a DTO class arrives as an instance of it, complete and valid, or not at all. */
export class Input {
  transform(value: unknown, { type, metatype }: Metadata): unknown {
    if (type === 'custom' || notDtos.has(metatype)) return value;
    const dto = plainToInstance(metatype as new () => object, value ?? {});
    const errors = validateSync(dto, rules);
    if (errors.length > 0) throw new InvalidRequest(issuesOf(errors, type === 'body' ? '/' : ''));
    return dto;
  }
}
