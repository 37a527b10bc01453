import { OPERATOR } from '../access/actor.js';
import { OperatorTrouble } from '../errors/operator-trouble.js';
import { Input } from '../http/input.js';
import { ProfileService } from '../users/profile.service.js';
import type { User } from '../users/user.entity.js';
import { managedUserView } from '../users/user.view.js';
import { UserAdministrationService } from '../users/user-administration.service.js';
import { ChangedPassword, NewUser } from '../users/users.dto.js';
import { UsersService } from '../users/users.service.js';
import type { Call, ExitCode } from './command.js';
import { inside, type Inside } from './inside.js';
import { columns, demanded, passwordFrom, subjectOf, textOf } from './options.js';

const PAGE = 1000;

export async function addUser(call: Call): Promise<ExitCode> {
  const { values, out } = call;
  const { password, isMadeUp } = await passwordFrom(values);
  const given = {
    email: demanded(values, 'email'),
    first_name: demanded(values, 'first-name'),
    last_name: demanded(values, 'last-name'),
    password,
  };
  const view = await inside(call, 'user add', async (application) => {
    const details = new Input().transform(given, { type: 'body', metatype: NewUser }) as NewUser;
    return managedUserView(
      await application
        .get(UsersService)
        .register(details, { keyId: null }, values['admin'] === true ? 'Admin' : 'Customer'),
    );
  });
  out.result(
    { ...view, ...(isMadeUp && { password }) },
    `User ${view.id}, ${view.email}, was added.${isMadeUp ? `\nPassword: ${password}` : ''}`,
  );
  return 0;
}

export async function listUsers(call: Call): Promise<ExitCode> {
  const containing = textOf(call.values, 'search') ?? undefined;
  const users = await inside(call, 'user list', async (application) =>
    everybody(application.get(UserAdministrationService), containing),
  );
  const views = users.map(managedUserView);
  const rows = views.map(({ id, email, first_name: first, last_name: last, role, enabled }) => ({
    id,
    email,
    name: `${first} ${last}`,
    role,
    state: enabled ? 'enabled' : 'disabled',
  }));
  call.out.result(views, columns(rows, 'There is no such user.'));
  return 0;
}

async function everybody(administration: UserAdministrationService, containing: string | undefined): Promise<User[]> {
  const found: User[] = [];
  for (;;) {
    const page = await administration.list(OPERATOR, { size: PAGE, after: found.at(-1)?.id ?? null, containing });
    found.push(...page);
    if (page.length < PAGE) return found;
  }
}

export async function setEnabled(call: Call, isEnabled: boolean): Promise<ExitCode> {
  const email = subjectOf(call.positionals, 'the email of a user');
  const view = await inside(call, isEnabled ? 'user enable' : 'user disable', async (application) => {
    const administration = application.get(UserAdministrationService);
    const id = await idOf(application, email);
    return managedUserView(
      isEnabled ? await administration.enable(OPERATOR, id) : await administration.disable(OPERATOR, id),
    );
  });
  call.out.result(
    view,
    isEnabled ? `${view.email} may sign in again.` : `${view.email} is disabled, and all their tokens have ended.`,
  );
  return 0;
}

export async function setPassword(call: Call): Promise<ExitCode> {
  const email = subjectOf(call.positionals, 'the email of a user');
  const { password, isMadeUp } = await passwordFrom(call.values);
  const view = await inside(call, 'user password', async (application) => {
    new Input().transform(
      { current_password: '', new_password: password },
      { type: 'body', metatype: ChangedPassword },
    );
    return managedUserView(
      await application
        .get(ProfileService)
        .resetPassword(OPERATOR, { userId: await idOf(application, email), next: password, mustChange: false }),
    );
  });
  call.out.result(
    { ...view, ...(isMadeUp && { password }) },
    `${view.email} has a new password, and all their tokens have ended.${isMadeUp ? `\nPassword: ${password}` : ''}`,
  );
  return 0;
}

/** By email, as people know each other. */
export async function idOf(application: Inside, email: string): Promise<number> {
  const id = await application.get(UsersService).idOf(email);
  if (id === null) throw new OperatorTrouble(`There is no user ${email}.`, 'kontor user list shows everybody.');
  return id;
}
