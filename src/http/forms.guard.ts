import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { isForm } from './form.js';
import { bodyOf, type Typed } from './form-body.js';
import { FormInsteadOfJson } from './http-errors.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** What stood in the form of ours that was sent, as typed. */
    typed?: Typed;
  }
}

/**
 * Lets people use by a form of ours the doors that programs use: what they typed becomes the body that a program would have sent, so that there is one door for both
 * and one place that decides (decision 32). It stands behind the access guard, which has asked the form whether it is ours; nobody else's form is read.
 */
export class Forms implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (isFormOfAProgram(request)) throw new FormInsteadOfJson();
    const { formFields } = request.routeOptions.config;
    if (formFields === undefined || !isOwnForm(request)) return true;
    request.typed = request.body as Typed;
    request.body = bodyOf(request.typed, formFields);
    return true;
  }
}

/**
 * Whoever shows a token or an API key is a program, and no endpoint that asks for one takes a form: the fields would all be texts, and each would be refused for that. An
 * empty body is none, whatever it is called.
 */
function isFormOfAProgram({ headers, isRecognised, formToken, body }: FastifyRequest): boolean {
  return (
    isRecognised === true &&
    headers.authorization !== undefined &&
    formToken === undefined &&
    isForm(headers['content-type']) &&
    Object.keys(Object(body) as object).length > 0
  );
}

/** The access guard leaves the token of a form that it has accepted. */
function isOwnForm({ formToken, headers }: FastifyRequest): boolean {
  return formToken !== undefined && isForm(headers['content-type']);
}
