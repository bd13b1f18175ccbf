import type { BrowserContext } from '@playwright/test';
import { newId } from '@snug/server/base/ids.ts';
import { openDatabase } from '@snug/server/db/open.ts';
import type { Db } from '@snug/server/db/schema.ts';
import { insertAuditRow, type NewAuditRow } from '@snug/server/workspace/audit/audit-store.ts';
import { addWorkspaceAdmin } from '@snug/server/workspace/workspace-admin-store.ts';
import { sendCommand } from '@snug/testkit/browser/commands.ts';
import { createDemoConversation, DEMO_NOW } from './demo-conversation.ts';
import type { Server } from './server.ts';

const HOUR_MS = 3_600_000;
const [NOW, YESTERDAY] = [DEMO_NOW.getTime(), DEMO_NOW.getTime() - 26 * HOUR_MS];
/** Later than the clock of any machine. */
const EXPIRY = Date.UTC(2099, 0, 1);

interface People {
  ada: BrowserContext;
  ben: BrowserContext;
  /** Shares no room with the others. */
  cleo: BrowserContext;
}

/** Ada looks after the server: reports, entries of the audit log, invitations, and a request of a stranger. */
export async function createDemoAdministration(server: Server, people: People): Promise<{ garden: string }> {
  const { garden, attic } = await createDemoConversation(server, people);
  const [ada, ben, cleo] = [await readUid(people.ada), await readUid(people.ben), await readUid(people.cleo)];
  const send = (who: keyof People, roomId: string, text: string) =>
    run<{ message: { id: string } }>(server, people[who], 'send_message', { roomId, text });
  const { room: direct } = await run<{ room: { id: string } }>(server, people.cleo, 'open_direct', {
    uids: [ada],
  });
  await send('cleo', direct.id, 'Hello Ada, may I have a cutting of the fig tree?');
  const { message } = await send('cleo', attic, 'Buy seeds here, they are the cheapest of all.');
  await run(server, people.ada, 'create_invite', { roomIds: [garden] });
  const db = openDatabase(server.data);
  await addWorkspaceAdmin(db, ada, NOW);
  await run(server, people.ben, 'report_message', {
    roomId: attic,
    messageId: message.id,
    reason: 'Advertising',
  });
  const log = { actorId: ada, targetId: cleo, roomId: attic, roomName: 'Attic' };
  await addEntry(db, { ...log, at: NOW - HOUR_MS, action: 'silence', until: EXPIRY, reason: 'Advertising' });
  await addEntry(db, { ...log, at: YESTERDAY, action: 'edit_room', targetId: null });
  await addEntry(db, {
    at: YESTERDAY - HOUR_MS,
    action: 'add_member',
    actorId: ben,
    targetId: cleo,
    roomId: newId(),
  });
  await setTimes(db, [direct.id, attic]);
  await db.destroy();
  return { garden };
}

function run<Output>(
  server: Server,
  context: BrowserContext,
  command: string,
  input: object,
): Promise<Output> {
  return sendCommand(server.url, context, command, input) as Promise<Output>;
}

async function readUid(context: BrowserContext): Promise<string> {
  const session = await context.request.get('/api/auth/get-session');
  return ((await session.json()) as { user: { id: string } }).user.id;
}

function addEntry(db: Db, entry: Pick<NewAuditRow, 'at' | 'action'> & Partial<NewAuditRow>): Promise<void> {
  const none = { actorId: null, targetId: null, roomId: null, roomName: null, reason: null, until: null };
  const unchanged = { setting: null, before: null, after: null };
  return insertAuditRow(db, { id: newId(), ...none, ...unchanged, ...entry });
}

/** Replaces the times of the machine's clock. */
async function setTimes(db: Db, roomIds: readonly string[]): Promise<void> {
  await db.updateTable('messages').set({ createdAt: NOW }).where('roomId', 'in', roomIds).execute();
  await db.updateTable('rooms').set({ createdAt: YESTERDAY }).where('id', 'in', roomIds).execute();
  await db.updateTable('room_activity').set({ at: NOW }).where('roomId', 'in', roomIds).execute();
  await db.updateTable('invites').set({ createdAt: YESTERDAY, expiresAt: EXPIRY }).execute();
  await db
    .updateTable('reports')
    .set({ at: NOW - 2 * HOUR_MS, sentAt: NOW - 3 * HOUR_MS })
    .execute();
}
