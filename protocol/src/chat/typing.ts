import * as v from 'valibot';
import { defineCommand } from '../core/command.ts';
import { Id } from '../core/ids.ts';
import { MAX_TYPING_VIEWERS, TYPING_INTERVAL_MS } from '../core/limits.ts';

const setTyping = defineCommand({
  summary: 'Show the other viewers of a room that you are typing',
  description:
    `Send it at most every ${TYPING_INTERVAL_MS / 1_000} s. Nothing is stored. Has no effect in a room with more than ` +
    `${MAX_TYPING_VIEWERS} viewers.`,
  input: v.strictObject({ roomId: Id }),
  output: v.object({}),
  errors: ['not_found', 'forbidden'],
});

export const TYPING_COMMANDS = { set_typing: setTyping } as const;
