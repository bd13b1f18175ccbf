import type { BrowserContext } from '@playwright/test';
import { type CommandArguments, type CommandName, type CommandOutput, HEART } from '@snug/protocol';
import { openDatabase } from '@snug/server/db/open.ts';
import { post, upload } from '@snug/testkit/browser/commands.ts';
import { type Media, png, textFile, wav } from '@snug/testkit/browser/input-files.ts';
import { sql } from 'kysely';
import type { Server } from './server.ts';

/** What time it is in the scene. */
export const NOW = new Date('2026-09-05T18:30:00Z');
/** When people signed up, and rooms were made. */
const EARLIER = '2026-08-29T08:00:00Z';

const WHO = ['ada', 'ben'] as const;
type People = Record<(typeof WHO)[number], BrowserContext>;

interface Line {
  by: keyof People;
  at: string;
  text?: string;
  file?: Media;
  /** Of a recording: its length in ms, and its loudness. */
  spoken?: { duration: string; peaks: string };
  likedBy?: readonly (keyof People)[];
}

const CODE = '```\nfor bed in $(cat beds.txt); do\n  water "$bed" --litres 4\ndone\n```';
const PEAKS = Array.from({ length: 48 }, (_, at) => Math.round(50 + 45 * Math.sin(at) * Math.sin(at / 9)));

/** Runs of both over two days, with everything in them that a message can be. */
const LINES: readonly Line[] = [
  { by: 'ben', at: '2026-09-04T17:02:00Z', text: 'Who waters the tomatoes this weekend?' },
  { by: 'ada', at: '2026-09-05T09:12:00Z', text: 'I can, on both days.', likedBy: WHO },
  {
    by: 'ada',
    at: '2026-09-05T09:13:00Z',
    text: `The beds are in \`beds.txt\`, as on https://garden.example/plan:\n${CODE}`,
  },
  { by: 'ben', at: '2026-09-05T18:04:00Z', file: png('beds.png', 320, 120), likedBy: ['ben'] },
  { by: 'ben', at: '2026-09-05T18:05:00Z', file: textFile('beds.txt', 2_048) },
  {
    by: 'ben',
    at: '2026-09-05T18:06:00Z',
    file: wav('spoken.wav', 2, 440),
    spoken: { duration: '2000', peaks: PEAKS.join() },
  },
  {
    by: 'ada',
    at: '2026-09-05T18:21:00Z',
    text: 'Thank you. That is all one needs to know for a Saturday and a Sunday among tomatoes.',
  },
];

/**
 * Two rooms of Ada's, in one of which she talked with Ben: the same each time, for pictures that are compared. Answers with
 * the ids of both rooms.
 */
export async function playScene(server: Server, people: People): Promise<{ garden: string; attic: string }> {
  const make = (name: string, description: string) =>
    command(server, people.ada, 'create_room', { name, description });
  const { room: attic } = await make('Attic', 'Where nothing has been said yet.');
  const { room: garden } = await make('Garden', 'Who waters what, and when.');
  const picture = await upload(server.url, people.ben, png('ben.png', 200, 200));
  await command(server, people.ben, 'set_avatar', { fileId: picture.id });
  const times = new Map<string, string>();
  for (const line of LINES) times.set(await say(server, people, garden.id, line), line.at);
  await setTimes(server, times);
  return { garden: garden.id, attic: attic.id };
}

/** Answers with the message's id. */
async function say(server: Server, people: People, roomId: string, line: Line): Promise<string> {
  const { by, text, file, spoken, likedBy = [] } = line;
  const stored = file && (await upload(server.url, people[by], file, spoken));
  const { message } = await command(server, people[by], 'send_message', { roomId, text, fileId: stored?.id });
  for (const who of likedBy)
    await command(server, people[who], 'set_reaction', {
      roomId,
      messageId: message.id,
      emoji: HEART,
      on: true,
    });
  return message.id;
}

/** The server goes by the clock of the machine: what it stored gets the times of the scene, before anybody looks. */
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

function command<Name extends CommandName>(
  { url }: Server,
  context: BrowserContext,
  name: Name,
  input: CommandArguments<Name>,
) {
  return post(url, context, name, input) as Promise<CommandOutput<Name>>;
}
