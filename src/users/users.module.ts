import { Module } from '@nestjs/common';
import { PasswordsService } from './passwords.service.js';
import { UsersController } from './users.controller.js';
import { UsersService } from './users.service.js';

/** The people who may sign in, and their passwords. */
@Module({ controllers: [UsersController], providers: [UsersService, PasswordsService], exports: [UsersService] })
export class UsersModule {}
