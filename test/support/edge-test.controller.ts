import {
  Body,
  Controller,
  Delete,
  Get,
  Header,
  HttpException,
  Param,
  Post,
  Put,
  Query,
  Res,
  UseGuards,
} from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { IsIn, IsInt, IsPositive, IsString, Length, ValidateNested } from 'class-validator';
import { Type } from 'class-transformer';
import { Access } from '../../src/access/access.decorator.js';
import { domainError } from '../../src/errors/domain-error.js';
import { IsCalendarDate, IsId, IsQueryId, PathId, Repeatable, Optional } from '../../src/http/fields.decorator.js';
import { createExactNumber } from '../../src/money/exact-number.js';
import { OpenStreams } from '../../src/http/open-streams.js';
import { AlwaysJson, BodyLimit, ErrorFormat } from '../../src/http/route-options.decorator.js';

class Address {
  @IsString()
  city!: string;
}

class Parcel {
  @Length(1, 20)
  name!: string;

  @Optional()
  @IsInt()
  @IsPositive()
  quantity?: number;

  @Optional()
  @ValidateNested()
  @Type(() => Address)
  address?: Address;
}

class ParcelQuery {
  @Optional()
  @IsIn(['Open', 'Filled'])
  status?: string;
}

class Shipment {
  @IsId()
  parcel_id!: number;

  @IsCalendarDate()
  as_of!: string;
}

class ShipmentQuery {
  @Optional()
  @IsCalendarDate()
  as_of?: string;

  @Optional()
  @IsQueryId()
  parcel_id?: number;

  @Optional()
  @IsQueryId({ each: true })
  instrument_ids?: number[];

  @Optional()
  @Repeatable()
  @IsIn(['Buy', 'Sell'], { each: true })
  sides?: string[];
}

class OutOfParcelsError extends domainError('busy', 'server_error') {
  override readonly retryAfterSeconds = 7;
}

class UnprovenError extends domainError('unproven', 'invalid_request') {
  override readonly challenge = 'Basic realm="kontor"';
}

class AnonymousError extends domainError('anonymous', 'login_required') {}

/** The requests that wait inside `GET /edge/wait` until a test lets them go. */
export const waiting: (() => void)[] = [];

class TurnsAway {
  canActivate(): boolean {
    throw new AnonymousError('Login is required to take this action.');
  }
}

/** Endpoints that only the tests of the edge open: one for each thing that the edge decides. */
@Access('none')
@Controller('edge')
export class EdgeTestController {
  constructor(private readonly streams: OpenStreams) {}

  @Get('parcels')
  list(@Query() query: ParcelQuery): object {
    return { asked: query };
  }

  @Post('parcels')
  open(@Body() body: Parcel): object {
    return { read: body };
  }

  @Put('parcels/:id')
  replace(@Param('id') id: string, @Body() body: Parcel): object {
    return { id, read: body };
  }

  @Delete('parcels/:id')
  discard(@Param('id') id: string): object {
    return { id };
  }

  @Get('shipments')
  shipments(@Query() query: ShipmentQuery): object {
    return { asked: query };
  }

  @Get('shipments/:id')
  shipment(@PathId() id: number): object {
    return { id, weight: createExactNumber('12.50') };
  }

  @Post('shipments')
  ship(@Body() body: Shipment): object {
    return { read: body };
  }

  @Get('one')
  one(@Query('name') name: string): object {
    return { name };
  }

  @Post('form')
  @AlwaysJson()
  @ErrorFormat(({ code, detail }) => ({ error: code, error_description: detail }))
  form(@Body() body: Record<string, string>): object {
    return { ...body };
  }

  @Post('small')
  @BodyLimit(64)
  small(@Body() body: Parcel): object {
    return { read: body };
  }

  @Get('fault')
  fault(): never {
    throw new Error("insert into users values ('s3cret') - the disk is gone, password=hunter2");
  }

  @Get('busy')
  busy(): never {
    throw new OutOfParcelsError('All parcels are out.');
  }

  @Get('unproven')
  unproven(): never {
    throw new UnprovenError('Who are you?');
  }

  @Get('teapot')
  teapot(): never {
    throw new HttpException('short and stout', 418);
  }

  @Get('wait')
  async wait(): Promise<object> {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return { waited: true };
  }

  @Get('stream')
  stream(@Res() reply: FastifyReply): void {
    this.streams
      .open(reply, { contentType: 'text/event-stream', lastChunk: 'event: bye\ndata: stopping\n\n' })
      .write('data: open\n\n');
  }

  @Get('public')
  @Header('cache-control', 'public, max-age=60')
  published(): object {
    return { public: true };
  }

  @Get('locked')
  @UseGuards(TurnsAway)
  locked(): object {
    return {};
  }

  @Access('bearer')
  @Get('barred')
  barred(): object {
    return {};
  }

  @Post('locked')
  @UseGuards(TurnsAway)
  lockedPost(@Body() body: Parcel): object {
    return body;
  }
}
