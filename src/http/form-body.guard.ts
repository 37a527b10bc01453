import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { isFormContentType } from './form.js';
import { toRequestBody, type FormInput } from './form-body.js';
import { FormInsteadOfJsonError } from './http-errors.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** What stood in the form of ours that was sent, as typed. */
    formValues?: FormInput;
  }
}

/**
 * Lets people use by a form of ours the doors that programs use: what they typed becomes the body that a program would have sent, so that there is one door for both
 * and one place that decides (decision 32). It stands behind the access guard, which has asked the form whether it is ours; nobody else's form is read.
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
 * Whoever shows a token or an API key is a program, and no endpoint that asks for one takes a form: the fields would all be texts, and each would be refused for that. An
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
