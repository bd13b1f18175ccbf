import { readAccount } from './terminal/account-file.ts';
import { Api } from './terminal/api.ts';
import { followRoom } from './terminal/follow-room.ts';

/** Answers `!time` in a room with the time of this machine. The messages before its start are not for it. */
async function run(room: string): Promise<void> {
  const startedAt = Date.now();
  const api = new Api(await readAccount());
  const roomId = await api.findRoomId(room);
  for await (const { id, text, createdAt } of followRoom(api, roomId)) {
    if (text?.trim() !== '!time' || createdAt < startedAt) continue;
    await api.send(roomId, { text: `It is ${new Date().toTimeString().slice(0, 5)}`, replyTo: id });
  }
}

run(process.argv[2] ?? '').catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
});
