import * as v from 'valibot';
import { defineCommand } from '../core/command.ts';
import { MAX_COUNTED_REPORTS } from '../core/limits.ts';
import { WorkspaceSettings } from '../core/setting.ts';

const getWorkspace = defineCommand({
  summary: 'Read your rights on this server',
  description:
    '`admin`: whether you are a workspace admin, who looks after open rooms at `/admin`. `hasAdmin`: whether anyone is. ' +
    '`settings`: the name of the workspace, and who may create open rooms and bots. ' +
    `\`reports\`: for workspace admins, the number of open reports, at most ${MAX_COUNTED_REPORTS}.`,
  input: v.strictObject({}),
  output: v.object({
    admin: v.boolean(),
    hasAdmin: v.boolean(),
    settings: v.optional(WorkspaceSettings),
    reports: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
  }),
  errors: [],
});

const redeemSetup = defineCommand({
  summary: 'Become the first workspace admin of a new server',
  description:
    '`code`: of the setup link that the server prints at its start. It works once. A workspace admin can repeat it. A code that ' +
    'is malformed, unknown or used is `not_found`.',
  input: v.strictObject({
    code: v.pipe(v.string('must be a text'), v.maxLength(100, 'must be at most 100 characters')),
  }),
  output: v.object({}),
  errors: ['not_found', 'unavailable'],
});

export const WORKSPACE_COMMANDS = { get_workspace: getWorkspace, redeem_setup: redeemSetup } as const;
