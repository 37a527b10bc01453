import { Module } from '@nestjs/common';
import { OpenapiModule } from '../openapi/openapi.module.js';
import { HomeController } from './home.controller.js';

/** What this service is, for visitors who come for the first time. */
@Module({ imports: [OpenapiModule], controllers: [HomeController] })
export class HomeModule {}
