import { setTimeout as wait } from 'node:timers/promises';
import { COMMANDS, type CommandOutput } from '@snug/protocol';
import type { Attempt } from './attempt.ts';
import type { Target } from './target.ts';

async function listEntries({ admin }: Target) {
  return (await admin.runCommand<CommandOutput<'list_audit'>>('list_audit', {})).entries;
}

/** The attempts before may have used up the rate limit of the admin. */
async function grant({ admin }: Target, uid: string): Promise<void> {
  for (;;) {
    const { error } = await admin.postCommand('set_workspace_admin', { uid, admin: true });
    if (!error) return;
    if (error.code !== 'rate_limited') throw new Error(error.message);
    await wait((error.retryAfter ?? 1) * 1_000);
  }
}

/** Line ends, escape sequences of terminals, and marks that reverse the text after them. */
const MISLEADING = ['\n', '\r', '\u001B[2K', '\u0000', '\u0085', '\u2028', '\u0007'];

export const AUDIT_ATTEMPTS: readonly Attempt[] = [
  {
    name: 'change or delete entries of the audit log by any command that mentions it',
    run: async target => {
      const before = await listEntries(target);
      const names = Object.keys(COMMANDS).filter(name => name.includes('audit') && name !== 'list_audit');
      for (const command of [...names, 'delete_audit', 'set_audit', 'edit_audit'])
        await target.admin.postCommand(command, { id: before[0]?.id });
      const after = await listEntries(target);
      const held = before.every(entry => after.some(({ id }) => id === entry.id));
      return { tries: names.length + 3, seen: { commands: names, entries: after.length }, held };
    },
  },
  {
    name: 'forge lines of the audit log with control characters in names',
    run: async target => {
      const { admin } = target;
      const roomId = await admin.createRoom();
      const outcomes = [];
      for (const mark of MISLEADING) {
        const text = `Ann${mark}suspended Ben`;
        outcomes.push(await admin.postCommand('edit_room', { roomId, name: text }));
        outcomes.push(await admin.postCommand('set_nickname', { name: text }));
        outcomes.push(
          await admin.postCommand('set_setting', { name: 'workspace_name', value: text, version: 0 }),
        );
      }
      const entries = JSON.stringify(await listEntries(target));
      const accepted = outcomes.filter(({ error }) => error === undefined).length;
      return {
        tries: outcomes.length,
        seen: { accepted },
        held: accepted === 0 && !entries.includes('suspended Ben'),
      };
    },
  },
  {
    name: 'leave no trace by deleting the account that acted',
    run: async target => {
      const [eve, ben] = [await target.addPerson('Eve'), await target.addPerson('Ben')];
      await grant(target, eve.uid);
      await eve.runCommand('end_sessions', { uid: ben.uid });
      const body = { password: 'a long enough password', messages: 'erase' };
      const { status } = await target.send('/api/account/delete', body, { cookie: eve.cookie });
      const entries = await listEntries(target);
      const kept = entries.find(({ action }) => action === 'end_sessions');
      const seen = { status, actor: kept?.actor?.name };
      return { tries: 1, seen, held: kept !== undefined && kept.actor?.uid === eve.uid };
    },
  },
];
