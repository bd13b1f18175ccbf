import * as v from 'valibot';
import { defineCommand } from '../core/command.ts';
import { Id, Timestamp } from '../core/ids.ts';

/** A sign-in of a person. `device` is a text for people, such as "Firefox on Linux". */
export const Session = v.object({
  id: Id,
  device: v.string(),
  signedInAt: Timestamp,
  current: v.boolean(),
});
export type Session = v.InferOutput<typeof Session>;

const listSessions = defineCommand({
  summary: 'List your sessions',
  description: 'The session of the caller comes first, then the newest. Nobody else can see them.',
  input: v.strictObject({}),
  output: v.object({ sessions: v.array(Session) }),
  errors: [],
});

const signOutEverywhere = defineCommand({
  summary: 'Sign out everywhere, including this session',
  description: 'Ends all your sessions, and closes their sockets after the result.',
  input: v.strictObject({}),
  output: v.object({}),
  errors: ['unavailable'],
});

const endSession = defineCommand({
  summary: 'Sign out of one session',
  description: 'Ends it and closes its sockets. An ended session is `not_found`.',
  input: v.strictObject({ id: Id }),
  output: v.object({}),
  errors: ['not_found', 'unavailable'],
});

export const SESSION_COMMANDS = {
  list_sessions: listSessions,
  end_session: endSession,
  sign_out_everywhere: signOutEverywhere,
} as const;
