import { type Actor, OPERATOR } from '../access/actor.js';
import type { CommandActor as EngineActor } from '../engine/command.js';

/** Who gives a command: what decides in the engine, and what the journal keeps besides. */
export type CommandCaller = Readonly<{
  userId: number;
  actingUserId: number;
  clientId: string | null;
  isAdministrator: boolean;
}>;

/** An administrator who acts for a customer has the customer's rights and no others. */
export function toCommandCaller({ userId, actingUserId, clientId, role }: Actor): CommandCaller {
  return { userId, actingUserId, clientId, isAdministrator: role === 'Admin' && userId === actingUserId };
}

/** What of a caller the engine knows: an administrator who acts for the user, besides what decides. */
export const toEngineActor = ({
  userId,
  actingUserId,
  isAdministrator,
}: Omit<CommandCaller, 'clientId'>): EngineActor =>
  userId === actingUserId ? { userId, isAdministrator } : { userId, isAdministrator, actingUserId };

/** The service itself: the clock of the sessions, the sandbox, the operator of the machine. */
export const SYSTEM_CALLER: CommandCaller = toCommandCaller(OPERATOR);
