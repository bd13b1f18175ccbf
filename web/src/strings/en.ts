import { errors } from './en/errors.ts';
import { files } from './en/files.ts';
import { messages } from './en/messages.ts';
import { people } from './en/people.ts';
import { reactions } from './en/reactions.ts';
import { roomHeader } from './en/room-header.ts';
import { rooms } from './en/rooms.ts';
import { shell } from './en/shell.ts';
import { times } from './en/times.ts';
import { voice } from './en/voice.ts';

export const en = {
  shell,
  times,
  errors,
  rooms,
  roomHeader,
  messages,
  files,
  voice,
  people,
  reactions,
};
