import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { isFormContentType } from './form.js';
import { toRequestBody, type FormInput } from './form-body.js';
import { FormInsteadOfJsonError } from './http-errors.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The values of the form that was sent, as typed. */
    formValues?: FormInput;
  }
}

/**
 * Lets people use the endpoints of programs by a form: what they typed becomes the body that a program would have sent, so that there is one endpoint for both
 * and one place that decides (decision 32). It runs after the access guard, which has verified the form token; forms of other sites are never read.
 */
export class FormBodyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (isProgramForm(request)) throw new FormInsteadOfJsonError();
    const { formFields } = request.routeOptions.config;
    if (formFields === undefined || !isPageForm(request)) return true;
    request.formValues = request.body as FormInput;
    request.body = toRequestBody(request.formValues, formFields);
    return true;
  }
}

/**
 * A caller with a token or an API key is a program, and no endpoint that asks for one takes a form: the fields would all be texts, and each would be refused for that. An
 * empty body is none, whatever it is called.
 */
function isProgramForm({ headers, isAuthenticated, formToken, body }: FastifyRequest): boolean {
  return (
    isAuthenticated === true &&
    headers.authorization !== undefined &&
    formToken === undefined &&
    isFormContentType(headers['content-type']) &&
    Object.keys(Object(body) as object).length > 0
  );
}

/** The access guard leaves the token of a form that it has accepted. */
function isPageForm({ formToken, headers }: FastifyRequest): boolean {
  return formToken !== undefined && isFormContentType(headers['content-type']);
}
