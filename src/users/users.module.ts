import { Module } from '@nestjs/common';
import { DetailsController } from './details.controller.js';
import { Leavers } from './leavers.service.js';
import { NewCustomerController } from './new-customer.controller.js';
import { Newcomers } from './newcomers.service.js';
import { PasswordsService } from './passwords.service.js';
import { RegistrationsService } from './registrations.service.js';
import { ProfileService } from './profile.service.js';
import { UserAdministrationController } from './user-administration.controller.js';
import { UserAdministrationService } from './user-administration.service.js';
import { UserNames } from './user-names.service.js';
import { UsersController } from './users.controller.js';
import { UsersService } from './users.service.js';

/** The people who may sign in, and their passwords. */
@Module({
  controllers: [NewCustomerController, UsersController, UserAdministrationController, DetailsController],
  providers: [Leavers, Newcomers, UserNames, UsersService, ProfileService, UserAdministrationService, PasswordsService, RegistrationsService],
  exports: [Leavers, Newcomers, UsersService, ProfileService, UserAdministrationService],
})
export class UsersModule {}
