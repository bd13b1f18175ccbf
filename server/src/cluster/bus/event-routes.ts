import type { Event, EventType } from '@snug/protocol';

/**
 * The way of an event from the server that made it to all servers, if they use a message broker.
 *
 * - `broker`: each server repairs a lost one, by the position of the room or by reading again after a gap.
 * - `database`: the database notifies of each one, in order. A lost one would leave access or settings as they were.
 * - `both`: an event of a room that changes who may read it. The log needs it in its place, and access needs it without fail.
 * - `none`: each server makes its own, for its own sockets.
 */
export type EventRoute = 'broker' | 'database' | 'both' | 'none';

const ROUTES: Readonly<Record<EventType, EventRoute>> = {
  connected: 'none',
  heartbeat: 'none',
  resync: 'none',
  room_summary: 'broker',
  list_changed: 'none',
  message_sent: 'broker',
  message_reacted: 'broker',
  message_edited: 'broker',
  message_pinned: 'broker',
  message_deleted: 'broker',
  room_edited: 'broker',
  admin_changed: 'broker',
  member_changed: 'both',
  room_trimmed: 'broker',
  room_deleted: 'both',
  // The last private room of a guest also ends their direct rooms.
  membership_changed: 'database',
  block_changed: 'broker',
  read_moved: 'broker',
  mention_changed: 'broker',
  saved_changed: 'broker',
  conversation_changed: 'broker',
  notice_added: 'broker',
  notification_settings_changed: 'broker',
  guest_changed: 'database',
  push_devices_changed: 'broker',
  room_caught_up: 'none',
  profile_changed: 'broker',
  presence_changed: 'broker',
  viewer_count: 'none',
  viewers_changed: 'none',
  typing: 'broker',
  workspace_changed: 'database',
  emoji_changed: 'database',
  session_ended: 'database',
};

export function getRoute({ type }: Event): EventRoute {
  return ROUTES[type];
}

export function usesBroker(event: Event): boolean {
  const route = getRoute(event);
  return route === 'broker' || route === 'both';
}

export function usesDatabase(event: Event): boolean {
  const route = getRoute(event);
  return route === 'database' || route === 'both';
}
