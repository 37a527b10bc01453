import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { isFormContentType } from './form.js';
import { toRequestBody, type FormInput } from '../pages/form-body.js';
import { FormInsteadOfJsonError } from './http-errors.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The values of the form, as typed. */
    formValues?: FormInput;
  }
}

/**
 * Lets forms use API routes: the form is converted to the body that a program would send, so that there is one route
 * for both (decision 32). Runs after the access guard, which verified the form token; foreign forms are never
 * converted.
 */
@Injectable()
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
 * A caller with a token or an API key is a program, and such routes take no forms: the fields would all be text and
 * invalid. An empty body is no form, whatever its type.
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

/** The access guard stores the token of an accepted form. */
function isPageForm({ formToken, headers }: FastifyRequest): boolean {
  return formToken !== undefined && isFormContentType(headers['content-type']);
}
