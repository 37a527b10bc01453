import { plainToInstance } from 'class-transformer';
import { type ValidatorOptions, validateSync } from 'class-validator';
import { AnsweredQuestions } from './answered-questions.js';
import { InvalidRequest, issuesOf } from './invalid-request.js';
import { isRemembered } from './remembered.decorator.js';

type Dto = abstract new (...args: never[]) => unknown;
type Metadata = Readonly<{ type: string; metatype?: Dto | undefined }>;

const rules: ValidatorOptions = {
  whitelist: true,
  forbidNonWhitelisted: true,
  forbidUnknownValues: true,
  stopAtFirstError: true,
  validationError: { target: true, value: true },
};
const notDtos = new Set<unknown>([undefined, String, Number, Boolean, Object, Array, Date, Buffer]);

/** The one pipe: what a handler asks for as a DTO class arrives as an instance of it, complete and valid, or not at all. */
export class Input {
  private readonly remembered = new Map<Dto, AnsweredQuestions | null>();

  transform(value: unknown, { type, metatype }: Metadata): unknown {
    if (type === 'custom' || metatype === undefined || notDtos.has(metatype)) return value;
    const reading = (asked: unknown): object => dtoOf(asked, metatype, type);
    return this.answeredAt(metatype)?.read(value, reading) ?? reading(value);
  }

  private answeredAt(metatype: Dto): AnsweredQuestions | null {
    let answered = this.remembered.get(metatype);
    if (answered === undefined) {
      answered = isRemembered(metatype) ? new AnsweredQuestions() : null;
      this.remembered.set(metatype, answered);
    }
    return answered;
  }
}

function dtoOf(value: unknown, metatype: Dto, type: string): object {
  const dto = plainToInstance(metatype as new () => object, value ?? {});
  const errors = validateSync(dto, rules);
  if (errors.length > 0) throw new InvalidRequest(issuesOf(errors, type === 'body' ? '/' : ''));
  return dto;
}
