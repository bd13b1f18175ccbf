import * as v from 'valibot';
import { defineCommand } from '../core/command.ts';

const setActive = defineCommand({
  summary: 'Report whether you are looking at this page',
  description:
    'Over the socket only, and only when it changes. A page is active while it is visible and had a touch, a key or the pointer in the ' +
    'last minute. The other devices of an active person get pushes 10 s later, and only of what is still unread. Nothing is stored; the ' +
    'end of the connection ends it.',
  input: v.strictObject({ active: v.boolean('must be true or false') }),
  output: v.object({}),
  errors: [],
});

export const ACTIVITY_COMMANDS = { set_active: setActive } as const;
