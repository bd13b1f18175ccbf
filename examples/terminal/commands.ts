import { text as readAll } from 'node:stream/consumers';
import { readAccount, writeAccount } from './account-file.ts';
import { Api, ApiError, type Room } from './api.ts';
import { followRoom } from './follow-room.ts';
import { formatMessage } from './format-message.ts';
import { readSecret } from './read-secret.ts';

type Command = (...args: string[]) => Promise<void>;

export const COMMANDS: Readonly<Record<string, { usage: string; run: Command }>> = {
  login: { usage: 'login <url>', run: login },
  rooms: { usage: 'rooms [text]', run: listRooms },
  tail: { usage: 'tail <room>', run: tail },
  send: { usage: 'send <room> [text]', run: send },
  upload: { usage: 'upload <room> <file> [text]', run: upload },
};

async function login(address = ''): Promise<void> {
  if (!URL.canParse(address)) throw new ApiError('invalid_input', `${address} is not an address`);
  const account = { url: new URL(address).origin, token: await readSecret('Access token: ') };
  await new Api(account).command('list_rooms', { limit: 1 });
  await writeAccount(account);
  print(`Signed in to ${account.url}`);
}

async function listRooms(text?: string): Promise<void> {
  const api = new Api(await readAccount());
  const { rooms } = text
    ? await api.command<{ rooms: Room[] }>('find_rooms', { text })
    : await api.command<{ rooms: Room[] }>('list_rooms', { mine: true });
  for (const { id, name, people = [] } of rooms)
    print(`${id}  ${name || people.map(person => person.name).join(', ')}`);
}

async function tail(room = ''): Promise<void> {
  const api = new Api(await readAccount());
  for await (const message of followRoom(api, await api.findRoomId(room))) print(formatMessage(message));
}

async function send(room = '', ...words: string[]): Promise<void> {
  const api = new Api(await readAccount());
  const text = words.length > 0 ? words.join(' ') : (await readAll(process.stdin)).trimEnd();
  print((await api.send(await api.findRoomId(room), { text })).id);
}

async function upload(room = '', path = '', ...words: string[]): Promise<void> {
  const api = new Api(await readAccount());
  const roomId = await api.findRoomId(room);
  const { id: fileId } = await api.upload(path);
  print((await api.send(roomId, { fileId, ...(words.length > 0 && { text: words.join(' ') }) })).id);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
