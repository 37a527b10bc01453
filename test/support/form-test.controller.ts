import { Body, Controller, Param, Put, Post } from '@nestjs/common';
import { Type } from 'class-transformer';
import { IsBoolean, IsInt, IsOptional, IsString, Min, ValidateNested } from 'class-validator';
import { html } from '../../src/pages/html.js';
import { toFormState, renderFormToken, renderFormError } from '../../src/pages/fields.page.js';
import type { FormErrorPage } from '../../src/pages/page.js';
import { RedirectAfter, HtmlFormErrors, AcceptForm } from '../../src/http/route-options.decorator.js';

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

const again: FormErrorPage = (problem, typed, context) => {
  const form = toFormState(problem, typed);
  return {
    title: 'Wish',
    body: html`<h1>Wish of ${typed['_for']}</h1><form method="post" action="/wishes">${renderFormToken(context)}${renderFormError(form)}<ul>${Object.entries(form.fieldErrors).map(([name, fault]) => html`<li>${name}: ${fault}</li>`)}</ul></form>`,
  };
};

const fields = { numbers: ['quantity', 'limits.most'], flags: ['urgent'] } as const;
const onTo = ({ id, quantity }: WishView, typed: Readonly<Record<string, string>>) => ({
  to: `/wishes/${id}`,
  saying: `${quantity} for ${typed['_for'] ?? 'nobody'}`,
});

/** An endpoint of programs that people use by a form. */
@Controller('wishes')
export class FormTestController {
  @Post()
  @AcceptForm(fields)
  @RedirectAfter(onTo)
  @HtmlFormErrors(again)
  make(@Body() wish: Wish): WishView {
    return viewOf(wish, 1, 'POST');
  }

  @Put(':id')
  @AcceptForm(fields)
  change(@Param('id') id: string, @Body() wish: Wish): WishView {
    return viewOf(wish, Number(id), 'PUT');
  }
}
