import { Body, Controller, Param, Put, Post } from '@nestjs/common';
import { Type } from 'class-transformer';
import { IsBoolean, IsInt, IsOptional, IsString, Min, ValidateNested } from 'class-validator';
import { html } from '../../src/http/html.js';
import { entered, ownForm, refusalOf } from '../../src/http/fields.page.js';
import type { RefusalPage } from '../../src/http/page.js';
import { LeadsOn, RefusedBy, TakesForm } from '../../src/http/shown-by.decorator.js';

class Limits {
  @IsInt()
  @Min(1)
  most!: number;
}

class Wish {
  @IsString()
  name!: string;

  @IsInt()
  quantity!: number;

  @IsOptional()
  @IsBoolean()
  urgent?: boolean;

  @IsOptional()
  @ValidateNested()
  @Type(() => Limits)
  limits?: Limits;
}

type WishView = Readonly<{ id: number; method: string; name: string; quantity: number; urgent: boolean | undefined }>;

const viewOf = ({ name, quantity, urgent }: Wish, id: number, method: string): WishView => ({
  id,
  method,
  name,
  quantity,
  urgent,
});

const again: RefusalPage = (problem, typed, visit) => {
  const form = entered(problem, typed);
  return {
    title: 'Wish',
    body: html`<h1>Wish of ${typed['_for']}</h1><form method="post" action="/wishes">${ownForm(visit)}${refusalOf(form)}<ul>${Object.entries(form.faults).map(([name, fault]) => html`<li>${name}: ${fault}</li>`)}</ul></form>`,
  };
};

const fields = { numbers: ['quantity', 'limits.most'], flags: ['urgent'] } as const;
const onTo = ({ id, quantity }: WishView, typed: Readonly<Record<string, string>>) => ({
  to: `/wishes/${id}`,
  saying: `${quantity} for ${typed['_for'] ?? 'nobody'}`,
});

/** A door of programs that people use by a form. */
@Controller('wishes')
export class FormDoors {
  @Post()
  @TakesForm(fields)
  @LeadsOn(onTo)
  @RefusedBy(again)
  make(@Body() wish: Wish): WishView {
    return viewOf(wish, 1, 'POST');
  }

  @Put(':id')
  @TakesForm(fields)
  change(@Param('id') id: string, @Body() wish: Wish): WishView {
    return viewOf(wish, Number(id), 'PUT');
  }
}
