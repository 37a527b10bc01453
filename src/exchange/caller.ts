import { type Actor, OPERATOR } from '../access/actor.js';
import type { CommandActor as EngineActor } from '../engine/command.js';

/** The user of a command, as the engine and the journal need it. */
export type CommandCaller = Readonly<{
  userId: number;
  actingUserId: number;
  clientId: string | null;
  isAdministrator: boolean;
}>;

/** An administrator who acts for a customer has only the customer's rights. */
export function toCommandCaller({ userId, actingUserId, clientId, role }: Actor): CommandCaller {
  return { userId, actingUserId, clientId, isAdministrator: role === 'Admin' && userId === actingUserId };
}

/** The part of a caller that the engine knows. */
export const toEngineActor = ({
  userId,
  actingUserId,
  isAdministrator,
}: Omit<CommandCaller, 'clientId'>): EngineActor =>
  userId === actingUserId ? { userId, isAdministrator } : { userId, isAdministrator, actingUserId };

/** The service itself: session clock, sandbox, operator. */
export const SYSTEM_CALLER: CommandCaller = toCommandCaller(OPERATOR);
