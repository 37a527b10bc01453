import { IsIn, IsOptional, IsPort, IsString, IsUrl } from 'class-validator';
import { Transform } from 'class-transformer';

/** A variable that is set to nothing counts as not set. */
const EmptyIsAbsent = (): PropertyDecorator => Transform(({ value }: { value: unknown }) => (value === '' ? undefined : value));

/** The variables this service reads. Each also stands in .env.example, with a sentence. */
export class Environment {
  @IsPort()
  PORT = '3000';

  @IsString()
  HOST = '127.0.0.1';

  @EmptyIsAbsent()
  @IsOptional()
  @IsUrl({ protocols: ['postgres', 'postgresql'], require_tld: false, require_protocol: true })
  DATABASE_URL?: string;

  @IsString()
  DATA_DIR = './data';

  @EmptyIsAbsent()
  @IsOptional()
  @IsIn(['sandbox', 'production'])
  MODE?: 'sandbox' | 'production';

  @IsIn(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
  LOG_LEVEL = 'info';
}
