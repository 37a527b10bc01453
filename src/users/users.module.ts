import { Module } from '@nestjs/common';
import { DetailsController, UserPasswordController, NewCustomerController } from './user-forms.controller.js';
import { MarketMakerUsersService } from './market-maker-users.service.js';
import { PasswordProofsService } from './password-proofs.service.js';
import { PasswordReplacementService } from './password-replacement.service.js';
import { PasswordsService } from './passwords.service.js';
import { RegistrationsService } from './registrations.service.js';
import { ProfileService } from './profile.service.js';
import { UserAccessFormsController } from './user-access-forms.controller.js';
import { UserAdministrationController } from './user-administration.controller.js';
import { UserAdministrationService } from './user-administration.service.js';
import { UserNamesService } from './user-names.service.js';
import { UsersController } from './users.controller.js';
import { UsersService } from './users.service.js';
import { RegisterNavigation } from '../pages/navigation.js';

/** The people who may sign in, and their passwords. */
@RegisterNavigation({
  administration: [{ order: 20, href: '/users', label: 'Users' }],
  profile: [{ order: 50, href: '/profile/details', label: 'Details' }],
  within: { '/users': '/administration', '/users/me': '/profile/details' },
})
@Module({
  controllers: [
    NewCustomerController,
    UsersController,
    UserAdministrationController,
    UserAccessFormsController,
    UserPasswordController,
    DetailsController,
  ],
  providers: [
    UserNamesService,
    MarketMakerUsersService,
    UsersService,
    ProfileService,
    UserAdministrationService,
    PasswordsService,
    PasswordProofsService,
    PasswordReplacementService,
    RegistrationsService,
  ],
  exports: [
    UsersService,
    MarketMakerUsersService,
    ProfileService,
    PasswordProofsService,
    UserAdministrationService,
    RegistrationsService,
  ],
})
export class UsersModule {}
