import { Event } from '@snug/protocol';
import { expect, test } from 'vitest';
import { getRoute } from './event-routes.ts';

const TYPES = Event.options.map(({ entries }) => entries.type.literal);

test('H5 each kind of event has a route, and only those of access, sessions and settings use the database', () => {
  const routes = TYPES.map(type => [type, getRoute({ type } as Event)] as const);
  expect(routes.filter(([, route]) => route === undefined)).toEqual([]);
  const byRoute = (wanted: string) =>
    routes.flatMap(([type, route]) => (route === wanted ? [type] : [])).toSorted();
  expect(byRoute('both')).toEqual(['member_changed', 'room_deleted']);
  expect(byRoute('database')).toEqual([
    'emoji_changed',
    'guest_changed',
    'membership_changed',
    'session_ended',
    'workspace_changed',
  ]);
});
