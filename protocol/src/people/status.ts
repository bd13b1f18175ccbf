import * as v from 'valibot';
import { Emoji } from '../chat/reaction.ts';
import { defineCommand } from '../core/command.ts';
import { Timestamp } from '../core/ids.ts';
import { FOREVER, MAX_STATUS_LENGTH } from '../core/limits.ts';
import { nameText } from '../text/text.ts';
import { Presence } from './presence.ts';

const setStatus = defineCommand({
  summary: 'Set your status',
  description:
    `Replaces it. An emoji, a text of at most ${MAX_STATUS_LENGTH} characters, or both; without them, you have no status. Everyone who may ` +
    'see your presence sees it. `until`: the server then ends it; a time that is over ends it at once. A repetition changes nothing. An ' +
    'emoji that the workspace does not have is `not_found`.',
  input: v.strictObject({
    emoji: v.optional(Emoji),
    text: v.optional(nameText(MAX_STATUS_LENGTH)),
    until: v.optional(v.pipe(Timestamp, v.minValue(0), v.maxValue(FOREVER))),
  }),
  output: v.object({ presence: Presence }),
  errors: ['not_found', 'unavailable'],
});

export const STATUS_COMMANDS = { set_status: setStatus } as const;
