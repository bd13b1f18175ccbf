import type { BrowserContext } from '@playwright/test';
import { type CommandArguments, type CommandName, type CommandOutput, HEART } from '@snug/protocol';
import { openDatabase } from '@snug/server/db/open.ts';
import { sendCommand, uploadFile } from '@snug/testkit/browser/commands.ts';
import { type InputFile, png, textFile, wav } from '@snug/testkit/browser/input-files.ts';
import { sql } from 'kysely';
import type { Server } from './server.ts';

export const DEMO_NOW = new Date('2026-09-05T18:30:00Z');
/** The time of sign-ups and room creations. */
const EARLIER = '2026-08-29T08:00:00Z';

const PEOPLE = ['ada', 'ben'] as const;
type People = Record<(typeof PEOPLE)[number], BrowserContext>;

interface DemoMessage {
  author: keyof People;
  at: string;
  text?: string;
  file?: InputFile;
  /** For a recording: its length in ms and its peaks. */
  recording?: { duration: string; peaks: string };
  likedBy?: readonly (keyof People)[];
}

const CODE = '```\nfor bed in $(cat beds.txt); do\n  water "$bed" --litres 4\ndone\n```';
const PEAKS = Array.from({ length: 48 }, (_, at) => Math.round(50 + 45 * Math.sin(at) * Math.sin(at / 9)));

/** Messages of both people over two days, with every kind of content. */
const DEMO_MESSAGES: readonly DemoMessage[] = [
  { author: 'ben', at: '2026-09-04T17:02:00Z', text: 'Who waters the tomatoes this weekend?' },
  { author: 'ada', at: '2026-09-05T09:12:00Z', text: 'I can, on both days.', likedBy: PEOPLE },
  {
    author: 'ada',
    at: '2026-09-05T09:13:00Z',
    text: `The beds are in \`beds.txt\`, as on https://garden.example/plan:\n${CODE}`,
  },
  { author: 'ben', at: '2026-09-05T18:04:00Z', file: png('beds.png', 320, 120), likedBy: ['ben'] },
  { author: 'ben', at: '2026-09-05T18:05:00Z', file: textFile('beds.txt', 2_048) },
  {
    author: 'ben',
    at: '2026-09-05T18:06:00Z',
    file: wav('spoken.wav', 2, 440),
    recording: { duration: '2000', peaks: PEAKS.join() },
  },
  {
    author: 'ada',
    at: '2026-09-05T18:21:00Z',
    text: 'Thank you. That is all one needs to know for a Saturday and a Sunday among tomatoes.',
  },
];

/** The same each time, for screenshots. Returns the ids of both rooms. */
export async function createDemoConversation(
  server: Server,
  people: People,
): Promise<{ garden: string; attic: string }> {
  const make = (name: string, description: string) =>
    sendTypedCommand(server, people.ada, 'create_room', { name, description });
  const { room: attic } = await make('Attic', 'Where nothing has been said yet.');
  const { room: garden } = await make('Garden', 'Who waters what, and when.');
  const picture = await uploadFile(server.url, people.ben, png('ben.png', 200, 200));
  await sendTypedCommand(server, people.ben, 'set_avatar', { fileId: picture.id });
  const times = new Map<string, string>();
  for (const line of DEMO_MESSAGES)
    times.set(await sendDemoMessage(server, people, garden.id, line), line.at);
  await setTimes(server, times);
  return { garden: garden.id, attic: attic.id };
}

async function sendDemoMessage(
  server: Server,
  people: People,
  roomId: string,
  line: DemoMessage,
): Promise<string> {
  const { author, text, file, recording, likedBy = [] } = line;
  const stored = file && (await uploadFile(server.url, people[author], file, recording));
  const { message } = await sendTypedCommand(server, people[author], 'send_message', {
    roomId,
    text,
    fileId: stored?.id,
  });
  for (const who of likedBy)
    await sendTypedCommand(server, people[who], 'set_reaction', {
      roomId,
      messageId: message.id,
      emoji: HEART,
      on: true,
    });
  return message.id;
}

/** The server stamps messages with the machine's clock: this replaces the stored times by those of the demo. */
async function setTimes(server: Server, messages: ReadonlyMap<string, string>): Promise<void> {
  const createdAt = Date.parse(EARLIER);
  const db = openDatabase(server.data);
  await db.updateTable('users').set({ createdAt: EARLIER }).execute();
  await db.updateTable('sessions').set({ createdAt: EARLIER }).execute();
  await db.updateTable('presence').set({ lastChanged: createdAt }).execute();
  await db.updateTable('rooms').set({ createdAt }).execute();
  for (const [id, at] of messages) {
    const change = { createdAt: Date.parse(at) };
    await db.updateTable('messages').set(change).where('id', '=', id).execute();
  }
  await sql`update "room_activity" set "at" = coalesce((
    select m."createdAt" from "rooms" r join "messages" m on m."roomId" = r."id" and m."seq" = r."lastMessageSeq"
    where r."id" = "room_activity"."roomId"), ${createdAt})`.execute(db);
  await db.destroy();
}

function sendTypedCommand<Name extends CommandName>(
  { url }: Server,
  context: BrowserContext,
  name: Name,
  input: CommandArguments<Name>,
) {
  return sendCommand(url, context, name, input) as Promise<CommandOutput<Name>>;
}
