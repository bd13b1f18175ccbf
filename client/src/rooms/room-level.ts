import type { NotificationLevel, Room } from '@snug/protocol';
import type { Memberships, RoomOptions } from './memberships.ts';

/** Of which messages of a room this person gets notifications. */
export function getLevel(
  { options, defaultLevel }: Pick<Memberships, 'options' | 'defaultLevel'>,
  { id, kind }: Pick<Room, 'id' | 'kind'>,
): NotificationLevel {
  return toLevel(options.get().get(id), kind, defaultLevel.get());
}

/** Without a level of its own, a room has the person's default. Without a default, all messages of a direct room are for its people. */
export function toLevel(
  { level, muted }: Pick<RoomOptions, 'level' | 'muted'> = {},
  kind: Room['kind'],
  defaultLevel: NotificationLevel | undefined,
): NotificationLevel {
  if (muted) return 'nothing';
  const own = level === 'nothing' ? undefined : level;
  return own ?? defaultLevel ?? (kind === 'direct' ? 'everything' : 'mentions');
}
