import { OPERATOR } from '../access/actor.js';
import { OperatorError } from '../errors/operator-error.js';
import { ValidationPipe } from '../http/validation.pipe.js';
import { ProfileService } from '../users/profile.service.js';
import type { User } from '../users/user.entity.js';
import { toManagedUserView } from '../users/user.view.js';
import { UserAdministrationService } from '../users/user-administration.service.js';
import { ChangedPassword, NewUser } from '../users/users.dto.js';
import { UsersService } from '../users/users.service.js';
import type { CommandInvocation, ExitCode } from './command.js';
import { runInApp, type AppServices } from './run-in-app.js';
import { formatTable, requireTextOption, readOrGeneratePassword, requireSubject, getTextOption } from './options.js';

const PAGE = 1000;

export async function addUser(invocation: CommandInvocation): Promise<ExitCode> {
  const { values, out } = invocation;
  const { password, isGenerated } = await readOrGeneratePassword(values);
  const fields = {
    email: requireTextOption(values, 'email'),
    first_name: requireTextOption(values, 'first-name'),
    last_name: requireTextOption(values, 'last-name'),
    password,
  };
  const view = await runInApp(invocation, 'user add', async (application) => {
    const details = new ValidationPipe().transform(fields, { type: 'body', metatype: NewUser }) as NewUser;
    return toManagedUserView(
      await application
        .get(UsersService)
        .register(details, { keyId: null }, values['admin'] === true ? 'Admin' : 'Customer'),
    );
  });
  out.result(
    { ...view, ...(isGenerated && { password }) },
    `User ${view.id}, ${view.email}, was added.${isGenerated ? `\nPassword: ${password}` : ''}`,
  );
  return 0;
}

export async function listUsers(invocation: CommandInvocation): Promise<ExitCode> {
  const search = getTextOption(invocation.values, 'search') ?? undefined;
  const users = await runInApp(invocation, 'user list', async (application) =>
    listAllUsers(application.get(UserAdministrationService), search),
  );
  const views = users.map(toManagedUserView);
  const rows = views.map(({ id, email, first_name: first, last_name: last, role, enabled }) => ({
    id,
    email,
    name: `${first} ${last}`,
    role,
    state: enabled ? 'enabled' : 'disabled',
  }));
  invocation.out.result(views, formatTable(rows, 'There is no such user.'));
  return 0;
}

async function listAllUsers(administration: UserAdministrationService, search: string | undefined): Promise<User[]> {
  const users: User[] = [];
  for (;;) {
    const page = await administration.list(OPERATOR, {
      size: PAGE,
      after: users.at(-1)?.id ?? null,
      containing: search,
    });
    users.push(...page);
    if (page.length < PAGE) return users;
  }
}

export async function setUserEnabled(invocation: CommandInvocation, isEnabled: boolean): Promise<ExitCode> {
  const email = requireSubject(invocation.positionals, 'the email of a user');
  const { user, isChanged } = await runInApp(
    invocation,
    isEnabled ? 'user enable' : 'user disable',
    async (application) => {
      const administration = application.get(UserAdministrationService);
      const id = await requireUserId(application, email);
      return isEnabled
        ? administration.enable(OPERATOR, id)
        : administration.disable(OPERATOR, id, { isCancelling: false });
    },
  );
  invocation.out.result(
    { ...toManagedUserView(user), changed: isChanged },
    `${user.email} ${describeSwitch(isEnabled, isChanged)}`,
  );
  return 0;
}

function describeSwitch(isEnabled: boolean, isChanged: boolean): string {
  if (!isChanged) return `was ${isEnabled ? 'enabled' : 'disabled'} already. Nothing was changed.`;
  return isEnabled ? 'may sign in again.' : 'is disabled, and all their tokens have ended.';
}

export async function setUserPassword(invocation: CommandInvocation): Promise<ExitCode> {
  const email = requireSubject(invocation.positionals, 'the email of a user');
  const { password, isGenerated } = await readOrGeneratePassword(invocation.values);
  const view = await runInApp(invocation, 'user password', async (application) => {
    new ValidationPipe().transform(
      { current_password: '', new_password: password },
      { type: 'body', metatype: ChangedPassword },
    );
    return toManagedUserView(
      await application
        .get(ProfileService)
        .resetPassword(OPERATOR, {
          userId: await requireUserId(application, email),
          next: password,
          mustChange: false,
        }),
    );
  });
  invocation.out.result(
    { ...view, ...(isGenerated && { password }) },
    `${view.email} has a new password, and all their tokens have ended.${isGenerated ? `\nPassword: ${password}` : ''}`,
  );
  return 0;
}

/** By email, as people know each other. */
export async function requireUserId(application: AppServices, email: string): Promise<number> {
  const id = await application.get(UsersService).findId(email);
  if (id === null) throw new OperatorError(`There is no user ${email}.`, 'kontor user list shows everybody.');
  return id;
}
